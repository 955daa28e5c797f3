import type { AppAccount } from '../../../shared/accounts/index.ts';
import { lackOf } from '../../../shared/providers/providers.ts';
import { bridge } from '../../bridge.ts';
import { RequestButton } from '../../ui/index.ts';
import { messages } from './messages.ts';

/** The sentence where the account's provider shares no balance, with the page that helps. */
export function NoBalance({ account }: { readonly account: AppAccount }) {
  const lack = lackOf(account, 'balance');
  if (lack === null) return null;
  return (
    <div className="text-quiet text-small">
      {lack.text}{' '}
      <RequestButton
        label={messages.console.openPage}
        request={() => bridge.openLackPage({ accountId: account.id })}
      />
    </div>
  );
}
