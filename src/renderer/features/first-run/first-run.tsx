import { type FormEvent, useState } from 'react';
import { bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, Field, Money, RefusalText, useRequest } from '../../ui/index.ts';
import { checkThreshold, parseThreshold, thresholdText } from '../settings/checks.ts';
import { messages as settingsMessages } from '../settings/messages.ts';
import { signInMessages } from '../sign-in/messages.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { useTotalRate } from '../spend/spend-header.tsx';
import { messages } from './messages.ts';
import { suggestThreshold } from './suggest-threshold.ts';

/** A chip with a running meter. */
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
          <p className="text-quiet">{messages.intro}</p>
        </header>
        <SignInForm account={null} onSignedIn={() => go({ kind: 'vms' })} />
      </div>
    </main>
  );
}

/** Asked once, after the first sign-in; later it is a setting. */
export function ThresholdQuestion() {
  const currency = useApp(({ preferences }) => preferences.currency);
  const keptIn = useApp(({ accounts }) => accounts.at(-1)?.keptIn);
  const rate = useTotalRate();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, refusal, ask } = useRequest();
  const text = typed ?? thresholdText(suggestThreshold(rate));

  const answer = (rateThreshold: number | null) => ask(bridge.changePreferences({ rateThreshold }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = checkThreshold(text);
    setProblem(found);
    if (found === null && !isBusy) void answer(parseThreshold(text));
  };

  return (
    <main className="h-full overflow-y-auto px-6 py-8">
      <form className="mx-auto grid max-w-sm gap-4" noValidate onSubmit={submit}>
        <h1 className="font-semibold text-title">{messages.question}</h1>
        <p className="text-quiet">
          {rate !== null && (
            <>
              {messages.currentRate}
              <Money amount={rate} per="h" />.{' '}
            </>
          )}
          {messages.effect}
        </p>
        <Field
          isFocusedFirst
          label={settingsMessages.alerts.limit(currency)}
          name="threshold"
          onChange={setTyped}
          problem={problem}
          value={text}
        />
        <RefusalText refusal={refusal} />
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} tone="primary" type="submit">
            {messages.set}
          </Button>
          <Button isBusy={isBusy} onClick={() => answer(null)}>
            {messages.none}
          </Button>
        </div>
        {keptIn === 'memory' && (
          <p className="text-small text-amber">{signInMessages.keptUntilQuit}</p>
        )}
      </form>
    </main>
  );
}
