import { PROVIDER_IDS } from '../../../shared/providers/providers.ts';
import { go, useApp } from '../../store.ts';
import { Button, Icon, Logo } from '../../ui/index.ts';
import { providerLabel } from './sign-in-messages.ts';

/** The providers, that of the newest account first, each leading to its sign-in. */
export function ProviderChoice() {
  const last = useApp(({ accounts }) => accounts.at(-1)?.provider);
  const ids = PROVIDER_IDS.toSorted((a, b) => Number(b === last) - Number(a === last));
  return (
    <section className="grid gap-1">
      <h2 className="font-semibold">Where do you rent?</h2>
      <ul aria-label="Where do you rent?">
        {ids.map((provider) => (
          <li className="border-line border-b" key={provider}>
            <button
              className="flex min-h-11 w-full items-center justify-between gap-3 rounded-md text-left font-medium hover:bg-hover"
              onClick={() => go({ kind: 'signIn', accountId: null, provider })}
              type="button"
            >
              {providerLabel(provider)}
              <Icon className="text-quiet" name="right" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Welcome() {
  return (
    <main className="h-full overflow-y-auto">
      <div className="mx-auto grid max-w-sm gap-4 px-6 py-8">
        <header className="grid gap-2">
          <Logo color="text-accent" />
          <h1 className="font-semibold text-title">GPU Tray</h1>
          <p className="text-quiet">
            Your rented GPU VMs in the system tray: hourly cost, status changes, and SSH one click
            away.
          </p>
        </header>
        <ProviderChoice />
        <Button
          label="See prices without signing in"
          onClick={() => go({ kind: 'offers', filter: null })}
          tone="link"
        />
      </div>
    </main>
  );
}
