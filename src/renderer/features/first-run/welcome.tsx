import { go } from '../../navigation.ts';
import { BannerList } from '../banners/index.ts';
import { SignInForm } from '../sign-in/index.ts';
import { Mark } from './mark.tsx';

/** The first thing that anybody sees: what this is, and the way in. */
export function Welcome() {
  return (
    <main className="h-full overflow-y-auto">
      <BannerList />
      <div className="mx-auto grid max-w-sm gap-6 px-6 py-8">
        <header className="grid gap-2">
          <Mark />
          <h1 className="font-semibold text-title">GPU Tray</h1>
          <p className="text-quiet">
            Your rented GPU VMs in the system tray: what they cost by the hour, what changes, and
            their SSH command one click away.
          </p>
        </header>
        <SignInForm account={null} onSignedIn={() => go({ kind: 'vms' })} />
      </div>
    </main>
  );
}
