import { type FormEvent, useState } from 'react';
import type { AppAccount } from '../../../shared/app/index.ts';
import type { RequestOutput } from '../../../shared/ipc/index.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Button, Field, RefusalText, useRequest } from '../../ui/index.ts';
import { CredentialChoice, type CredentialKind } from './credential-choice.tsx';
import { problemsOf, type SignInProblems, type SignInValues, valuesOf } from './form-values.ts';
import { keychainWords } from './keychain-words.ts';

type SignedIn = RequestOutput<'signInWithKey'>;

interface SignInFormProps {
  /** The account to sign in to again; null: another one. */
  readonly account: AppAccount | null;
  readonly onSignedIn: (answer: SignedIn) => void;
}

const NO_PROBLEMS: SignInProblems = { baseUrl: null, email: null, secret: null };

function signIn(kind: CredentialKind, values: SignInValues, accountId: string | null) {
  const { baseUrl, email, secret } = values;
  return kind === 'apiKey'
    ? bridge.signInWithKey({ baseUrl, key: secret.trim(), accountId })
    : bridge.signInWithPassword({ baseUrl, email, password: secret, accountId });
}

/** Base URL and credential. What was typed as a secret stays in its input until it was taken, and is then gone. */
export function SignInForm({ account, onSignedIn }: SignInFormProps) {
  const keychain = useApp((app) => app.keychain);
  const [chosen, choose] = useState<CredentialKind | null>(null);
  const kind = chosen ?? account?.credential ?? 'apiKey';
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const { isBusy, refusal, ask } = useRequest<SignedIn>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const values = valuesOf(form);
    const found = problemsOf(values, kind);
    setProblems(found ?? NO_PROBLEMS);
    if (found !== null) return;
    const answer = await ask(signIn(kind, values, account?.id ?? null));
    if (answer === undefined) return;
    form.reset();
    onSignedIn(answer);
  };

  return (
    <form className="grid gap-3" noValidate onSubmit={submit}>
      <Field
        defaultValue={account?.baseUrl ?? ''}
        isFocusedFirst={account === null}
        label="Base URL"
        name="baseUrl"
        placeholder="https://api.example.com"
        problem={problems.baseUrl}
        type="url"
      />
      <CredentialChoice kind={kind} onChange={choose} />
      {kind === 'login' && (
        <Field
          autoComplete="username"
          defaultValue={account?.email ?? ''}
          label="Email"
          name="email"
          problem={problems.email}
          type="email"
        />
      )}
      <Field
        autoComplete={kind === 'apiKey' ? 'off' : 'current-password'}
        hint={
          kind === 'apiKey'
            ? 'Recommended. A read_only key is enough to watch.'
            : 'Used once to sign in, and not stored.'
        }
        isFocusedFirst={account !== null && chosen === null}
        key={kind}
        label={kind === 'apiKey' ? 'API key' : 'Password'}
        name="secret"
        problem={problems.secret}
        type="password"
      />
      <RefusalText refusal={refusal} />
      <div className="grid gap-2">
        <Button isBusy={isBusy} tone="primary" type="submit">
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
        <p className="text-quiet text-small">{keychainWords(keychain)}</p>
      </div>
    </form>
  );
}
