import type { AppAccount } from '../../../shared/accounts/index.ts';
import { lackOf } from '../../../shared/providers/providers.ts';
import { bridge } from '../../bridge.ts';
import { Button, RefusalText, useRequest } from '../../ui/index.ts';
import { messages } from './messages.ts';

interface LackProps {
  readonly account: AppAccount;
  readonly lacking: 'balance' | 'launch';
}

/** The sentence about a capability that the account's provider lacks, with the page that helps. */
export function Lack({ account, lacking }: LackProps) {
  const { refusal, ask } = useRequest();
  const lack = lackOf(account, lacking);
  if (lack === null) return null;
  return (
    <div className="text-quiet text-small">
      {lack.text}{' '}
      <Button
        label={messages.console.openPage}
        onClick={() => void ask(bridge.openLackPage({ accountId: account.id, lacking }))}
        tone="link"
      />
      <RefusalText refusal={refusal} />
    </div>
  );
}
