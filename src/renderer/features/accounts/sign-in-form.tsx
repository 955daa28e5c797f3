import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { serviceUrl } from '../../../shared/format/index.ts';
import type { Refusal } from '../../../shared/ipc/bridge.ts';
import { PROVIDERS, type ProviderId } from '../../../shared/providers/providers.ts';
import { bridge } from '../../bridge.ts';
import { go, useNavigation } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import {
  Button,
  Field,
  lazy,
  onDemand,
  RefusalText,
  RequestButton,
  Segments,
  useRequest,
} from '../../ui/index.ts';
import {
  type CredentialKind,
  signInMessages as messages,
  storageNote,
} from './sign-in-messages.ts';
import { problemsOf, type SignInProblems, type SignInValues, valuesOf } from './sign-in-values.ts';

const CREDENTIALS = (['apiKey', 'login'] as const).map((value) => ({
  value,
  label: messages[value],
}));

function signIn(
  provider: ProviderId,
  kind: CredentialKind,
  values: SignInValues,
  accountId: string | null,
) {
  const { baseUrl, email, secret } = values;
  return kind === 'apiKey'
    ? bridge.signInWithKey({ provider, baseUrl, key: secret.trim(), accountId })
    : bridge.signInWithPassword({ baseUrl, email, password: secret, accountId });
}

const NO_PROBLEMS: SignInProblems = { baseUrl: null, email: null, secret: null };

/** The service rejected the secret, so its field shows the reason. */
const isWrongCredential = ({ kind }: Refusal) => kind === 'unauthorized';

/** Selected too, since a rejected secret is typed again. */
function focusInvalid(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
  field?.focus();
  field?.select();
}

interface Limit extends Pick<SignInValues, 'baseUrl'> {
  readonly kind: CredentialKind;
  /** ms since the epoch. */
  readonly until: number;
}

/** Loaded when a service limits sign-ins: the first screen needs no clock. */
const LimitedSubmit = lazy(
  onDemand(() => import('./limited-submit.tsx').then((all) => all.LimitedSubmit)),
);

interface CredentialFieldsProps {
  readonly provider: ProviderId;
  readonly kind: CredentialKind;
  readonly email: string;
  readonly problems: SignInProblems;
  readonly isFocusedFirst: boolean;
}

/** The API key, or email and password. */
function CredentialFields({
  provider,
  kind,
  email,
  problems,
  isFocusedFirst,
}: CredentialFieldsProps) {
  const isKey = kind === 'apiKey';
  const { keys } = PROVIDERS[provider];
  const keyHint = keys?.hint ?? messages.apiKeyHint;
  return (
    <>
      {!isKey && (
        <Field
          autoComplete="username"
          defaultValue={email}
          label={messages.email}
          name="email"
          problem={problems.email}
        />
      )}
      <Field
        autoComplete={isKey ? 'off' : 'current-password'}
        hint={isKey ? keyHint : undefined}
        isFocusedFirst={isFocusedFirst}
        label={isKey ? messages.apiKey : messages.password}
        name="secret"
        problem={problems.secret}
        type="password"
      />
      {isKey && keys !== null && (
        <div>
          <RequestButton
            label={messages.getKey}
            request={() => bridge.openKeysPage({ provider })}
          />
        </div>
      )}
    </>
  );
}

interface SignInFormProps {
  /** Null: a new one. */
  readonly account: AppAccount | null;
  readonly provider: ProviderId;
}

/** Credential, and the URL of a service without a known URL. The typed secret stays in its input until the service accepts it. */
export function SignInForm({ account, provider }: SignInFormProps) {
  const { address, signIn: ways } = PROVIDERS[provider];
  const keychain = useApp((app) => app.keychain);
  const [chosen, choose] = useState<CredentialKind | null>(null);
  const kind = chosen ?? account?.credential ?? 'apiKey';
  const serviceUrls = useApp((app) => app.serviceUrls);
  const [baseUrl, setBaseUrl] = useState(account?.baseUrl ?? address ?? '');
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [limit, setLimit] = useState<Limit | null>(null);
  // A limit applies to one service and one kind of credential.
  const isLimited = limit?.kind === kind && limit.baseUrl === serviceUrl(baseUrl);
  const { isBusy, refusal, ask } = useRequest();
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problems !== NO_PROBLEMS) focusInvalid(box.current);
  }, [problems]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const values = valuesOf(form, baseUrl);
    const found = problemsOf(values, kind);
    setProblems(found ?? NO_PROBLEMS);
    if (found !== null) return;
    const { screen } = useNavigation.getState();
    const answer = await ask(signIn(provider, kind, values, account?.id ?? null));
    if (!answer.ok) {
      const { retryAt: until } = answer.refusal;
      setLimit(until === undefined ? null : { kind, baseUrl: values.baseUrl, until });
      const { message, action } = answer.refusal;
      if (isWrongCredential(answer.refusal))
        setProblems({ ...NO_PROBLEMS, secret: `${message} ${action}` });
      return;
    }
    form.reset();
    // Another screen may have been opened meanwhile.
    if (useNavigation.getState().screen === screen) go({ kind: 'vms' });
  };

  return (
    <form className="grid gap-3" noValidate onSubmit={submit} ref={box}>
      {address === null && (
        <Field
          isFocusedFirst={account === null}
          label={messages.serviceUrl}
          name="baseUrl"
          onChange={setBaseUrl}
          onCommit={(typed) => setBaseUrl(serviceUrl(typed))}
          placeholder="https://api.example.com"
          problem={problems.baseUrl}
          suggestions={serviceUrls}
          value={baseUrl}
        />
      )}
      {ways.length > 1 && (
        <Segments
          label={messages.signInWith}
          name="credential"
          onChange={(next) => {
            if (isBusy) return;
            choose(next);
            setProblems(NO_PROBLEMS);
          }}
          options={CREDENTIALS}
          value={kind}
        />
      )}
      <CredentialFields
        email={account?.email ?? ''}
        isFocusedFirst={(account !== null && chosen === null) || address !== null}
        key={kind}
        kind={kind}
        problems={problems}
        provider={provider}
      />
      <RefusalText refusal={refusal && isWrongCredential(refusal) ? null : refusal} />
      <div className="grid gap-2">
        {isLimited ? (
          <LimitedSubmit isBusy={isBusy} until={limit.until} />
        ) : (
          <Button
            busyLabel={messages.submitting}
            isBusy={isBusy}
            tone="primary"
            type="submit"
            label={messages.submit}
          />
        )}
        <p className="text-quiet text-small">{storageNote(keychain, kind)}</p>
      </div>
    </form>
  );
}
