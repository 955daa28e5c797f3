import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, ScreenFrame } from '../../ui/index.ts';
import { AccountCard } from './account-card.tsx';

/** Every account, and the way to another one. */
export function Accounts() {
  const accounts = useApp((app) => app.accounts);
  return (
    <ScreenFrame title={accounts.length === 1 ? 'Account' : 'Accounts'}>
      <ul>
        {accounts.map((account) => (
          <AccountCard account={account} key={account.id} />
        ))}
      </ul>
      <div className="py-3">
        <Button onClick={() => go({ kind: 'signIn', accountId: null })}>Add an account</Button>
      </div>
    </ScreenFrame>
  );
}
