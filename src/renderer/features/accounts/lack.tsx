import type { AppAccount } from '../../../shared/accounts/index.ts';
import { lackOf } from '../../../shared/providers/providers.ts';
import { bridge } from '../../bridge.ts';
import { RequestButton } from '../../ui/index.ts';
import { messages } from './messages.ts';

interface LackProps {
  readonly account: AppAccount;
  readonly lacking: 'balance' | 'launch';
}

/** The sentence about a capability that the account's provider lacks, with the page that helps. */
export function Lack({ account, lacking }: LackProps) {
  const lack = lackOf(account, lacking);
  if (lack === null) return null;
  return (
    <div className="text-quiet text-small">
      {lack.text}{' '}
      <RequestButton
        label={messages.console.openPage}
        request={() => bridge.openLackPage({ accountId: account.id, lacking })}
      />
    </div>
  );
}
