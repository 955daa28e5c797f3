import { SignInForm } from '../sign-in/index.ts';
import { Mark } from './mark.tsx';

/** The mirror brings the account, and with it the next screen. */
const waitForAccount = () => undefined;

/** The first thing that anybody sees: what this is, and the way in. */
export function Welcome() {
  return (
    <main className="h-full overflow-y-auto px-6 py-8">
      <div className="mx-auto grid max-w-sm gap-6">
        <header className="grid gap-2">
          <Mark />
          <h1 className="font-semibold text-title">GPU Tray</h1>
          <p className="text-quiet">
            Your rented GPU VMs in the system tray: what they cost by the hour, what changes, and
            their SSH command one click away.
          </p>
        </header>
        <SignInForm account={null} onSignedIn={waitForAccount} />
      </div>
    </main>
  );
}
