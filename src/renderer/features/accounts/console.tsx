import type { AppAccount } from '../../../shared/accounts/index.ts';
import { lackOf } from '../../../shared/providers/providers.ts';
import { bridge, go, useAccount } from '../../store.ts';
import { Button, RequestButton } from '../../ui/index.ts';

/** Opens the console of an account, or the place of its address while that is not known. */
export function ConsoleLink({ accountId }: { readonly accountId: string }) {
  const account = useAccount(accountId);
  if (account === undefined) return null;
  if (account.consoleUrl === null)
    return <Button label="Open console…" onClick={() => go({ kind: 'accounts' })} tone="link" />;
  return <RequestButton label="Open console ↗" request={() => bridge.openConsole({ accountId })} />;
}

/** The link to the console below advice that names it. @param advice null: none */
export function AdvisedConsole(props: {
  readonly advice: string | null;
  readonly accountId: string;
}) {
  const { advice, accountId } = props;
  return advice?.includes('console') ? <ConsoleLink accountId={accountId} /> : null;
}

/** The sentence where the account's provider shares no balance, with the page that helps. */
export function NoBalance({ account }: { readonly account: AppAccount }) {
  const lack = lackOf(account, 'balance');
  if (lack === null) return null;
  return (
    <div className="text-quiet text-small">
      {lack.text}{' '}
      <RequestButton
        label="Open its page ↗"
        request={() => bridge.openLackPage({ accountId: account.id })}
      />
    </div>
  );
}
