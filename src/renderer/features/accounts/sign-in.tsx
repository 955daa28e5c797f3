import { printable } from '../../../shared/format/index.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { ScreenFrame } from '../../ui/index.ts';
import { SignInForm } from '../sign-in/index.ts';

/** Signing in to another account, or again to one that is there. @param accountId null: another one */
export function SignIn({ accountId }: { readonly accountId: string | null }) {
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === accountId)) ?? null;
  const title = account === null ? 'Add an account' : `Sign in to ${printable(account.label)}`;
  return (
    <ScreenFrame fullTitle={title} title={title}>
      <SignInForm account={account} onSignedIn={() => go({ kind: 'vms' })} />
    </ScreenFrame>
  );
}
