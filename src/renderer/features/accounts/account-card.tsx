import type { AppAccount } from '../../../shared/app/index.ts';
import { printable } from '../../../shared/format/index.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, StatusMark } from '../../ui/index.ts';
import { accountWords } from './account-words.ts';
import { ConsoleUrl } from './console-url.tsx';
import { SignOut } from './sign-out.tsx';

const PHASES = { good: 'running', waiting: 'changing', trouble: 'interrupted' } as const;

/** One account: who, where, how it stands, and what can be done about it. */
export function AccountCard({ account }: { readonly account: AppAccount }) {
  const snapshot = useApp(({ snapshots }) => snapshots[account.id]);
  const { mark, status, problem } = accountWords(snapshot);
  const label = printable(account.label);
  return (
    <li className="grid gap-2.5 border-line border-b py-3 first:pt-0">
      <div className="min-w-0">
        <h2 className="one-line font-semibold" title={label}>
          {label}
        </h2>
        <p className="one-line text-quiet text-small" title={account.baseUrl}>
          {account.credential === 'apiKey' ? 'API key' : 'Email and password'} ·{' '}
          {printable(account.baseUrl)}
        </p>
      </div>
      <div className="flex gap-2">
        <span className="mt-0.5">
          <StatusMark phase={PHASES[mark]} />
        </span>
        <p className="min-w-0 break-words">
          {status}
          {problem !== null && <span className="block text-quiet text-small">{problem}</span>}
          {account.keptIn === 'memory' && (
            <span className="block text-amber text-small">
              Kept only until you quit: the keychain did not take the credential.
            </span>
          )}
        </p>
      </div>
      <ConsoleUrl account={account} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => go({ kind: 'signIn', accountId: account.id })}>Sign in again</Button>
        <SignOut accountId={account.id} label={label} />
      </div>
    </li>
  );
}
