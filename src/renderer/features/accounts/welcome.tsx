import { go } from '../../navigation.ts';
import { Button, Logo } from '../../ui/index.ts';
import { ProviderChoice } from './provider-choice.tsx';
import { signInMessages } from './sign-in-messages.ts';

/** The screen before the first sign-in. */
export function Welcome() {
  return (
    <main className="h-full overflow-y-auto">
      <div className="mx-auto grid max-w-sm gap-4 px-6 py-8">
        <header className="grid gap-2">
          <span className="text-accent">
            <Logo />
          </span>
          <h1 className="font-semibold text-title">GPU Tray</h1>
          <p className="text-quiet">{signInMessages.intro}</p>
        </header>
        <ProviderChoice />
        <Button
          label={signInMessages.offers}
          onClick={() => go({ kind: 'offers', filter: null })}
          tone="link"
        />
      </div>
    </main>
  );
}
