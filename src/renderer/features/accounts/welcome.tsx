import { SignInForm } from './sign-in-form.tsx';
import { signInMessages } from './sign-in-messages.ts';

function Logo() {
  return (
    <svg
      aria-hidden="true"
      className="size-8 fill-none stroke-accent"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      viewBox="0 0 32 32"
    >
      <path d="M8 8h16v16H8z" />
      <path d="M12 4v4m8-4v4m-8 16v4m8-4v4M4 12h4m-4 8h4m16-8h4m-4 8h4" />
      <path d="M13 20v-3m3 3v-8m3 8v-5" />
    </svg>
  );
}

/** The screen before the first sign-in. */
export function Welcome() {
  return (
    <main className="h-full overflow-y-auto">
      <div className="mx-auto grid max-w-sm gap-6 px-6 py-8">
        <header className="grid gap-2">
          <Logo />
          <h1 className="font-semibold text-title">GPU Tray</h1>
          <p className="text-quiet">{signInMessages.intro}</p>
        </header>
        <SignInForm account={null} />
      </div>
    </main>
  );
}
