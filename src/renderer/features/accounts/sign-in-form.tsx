import { type FormEvent, useState } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { serviceUrl } from '../../../shared/format/index.ts';
import { isOwnService, PROVIDERS, type ProviderId } from '../../../shared/providers/providers.ts';
import { bridge, go, useApp, useNavigation } from '../../store.ts';
import { Button, Field, RefusalText, RequestButton, Segments, useRequest } from '../../ui/index.ts';
import { CREDENTIAL_NAMES, storageNote } from './sign-in-messages.ts';

const CREDENTIALS = (['apiKey', 'login'] as const).map((value) => ({
  value,
  label: CREDENTIAL_NAMES[value],
}));

interface CredentialFieldsProps {
  readonly provider: ProviderId;
  readonly kind: AppAccount['credential'];
  readonly email: string;
  /** Why the service rejected the secret; null: it did not. */
  readonly problem: string | null;
  readonly isFocusedFirst: boolean;
}

function CredentialFields({ provider, kind, email, ...secret }: CredentialFieldsProps) {
  const { keys } = PROVIDERS[provider];
  const isKey = kind === 'apiKey';
  const ofKind = isKey
    ? { hint: keys?.hint ?? 'Recommended. A read-only key is enough.', pattern: '.*\\S.*' }
    : { autoComplete: 'current-password' };
  return (
    <>
      {!isKey && (
        <Field
          autoComplete="username"
          defaultValue={email}
          required
          label="Email"
          name="email"
          type="email"
        />
      )}
      <Field
        {...secret}
        {...ofKind}
        label={isKey ? CREDENTIAL_NAMES.apiKey : 'Password'}
        name="secret"
        required
        type="password"
      />
      {isKey && keys !== null && (
        <div>
          <RequestButton label="Get a key ↗" request={() => bridge.openKeysPage({ provider })} />
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
  const { keychain, accounts } = useApp((app) => app);
  const [chosen, choose] = useState<AppAccount['credential'] | null>(null);
  const kind = chosen ?? account?.credential ?? 'apiKey';
  const [baseUrl, setBaseUrl] = useState(account?.baseUrl ?? address ?? '');
  const place = `${kind} ${serviceUrl(baseUrl)}`;
  const [sent, setSent] = useState(place);
  const { isBusy, refusal: last, ask } = useRequest();
  const refusal = sent === place ? last : null;
  const isRejected = refusal?.kind === 'unauthorized';

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Another request would only prolong a limit.
    if (isBusy || (refusal?.retryAt ?? 0) > Date.now()) return;
    setSent(place);
    const form = event.currentTarget;
    const textIn = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;
    // Not trimmed: a password may begin or end with spaces.
    const secret = textIn('secret') ?? '';
    const to = { baseUrl: serviceUrl(baseUrl), accountId: account?.id ?? null };
    const { screen } = useNavigation.getState();
    const answer = await ask(
      kind === 'apiKey'
        ? bridge.signInWithKey({ ...to, provider, key: secret.trim() })
        : bridge.signInWithPassword({ ...to, email: textIn('email') ?? '', password: secret }),
    );
    if (!answer.ok) {
      // Typed again.
      if (answer.refusal.kind === 'unauthorized')
        form.querySelector<HTMLInputElement>('[name=secret]')?.select();
      return;
    }
    form.reset();
    // Another screen may have been opened meanwhile.
    if (useNavigation.getState().screen === screen) go({ kind: 'vms' });
  };

  return (
    <form className="grid gap-3" onSubmit={submit}>
      {address === null && (
        <Field
          isFocusedFirst={account === null}
          required
          label="Service URL"
          name="baseUrl"
          onChange={setBaseUrl}
          onCommit={(typed) => setBaseUrl(serviceUrl(typed))}
          placeholder="https://api.example.com"
          suggestions={[...new Set(accounts.filter(isOwnService).map((one) => one.baseUrl))]}
          value={baseUrl}
        />
      )}
      {ways.length > 1 && (
        <Segments
          label="Sign in with"
          onChange={(next) => {
            if (!isBusy) choose(next);
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
        problem={isRejected ? `${refusal.message} ${refusal.action}` : null}
        provider={provider}
      />
      <RefusalText refusal={isRejected ? null : refusal} />
      <div className="grid gap-2">
        <Button
          otherLabel="Signing in…"
          isBusy={isBusy}
          tone="primary"
          type="submit"
          label="Sign in"
        />
        <p className="text-quiet text-small">{storageNote(keychain, kind)}</p>
      </div>
    </form>
  );
}
