import { type FormEvent, useState } from 'react';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Button, Field, Money, RefusalText, useRequest } from '../../ui/index.ts';
import { checkThreshold, parseThreshold, thresholdText } from '../settings/index.ts';
import { useTotalRate } from '../spend/index.ts';
import { suggestThreshold } from './suggest-threshold.ts';

/** The one question of the first sign-in. It is answered once, and changed in the settings. */
export function ThresholdQuestion() {
  const currency = useApp(({ preferences }) => preferences.currency);
  const keptIn = useApp(({ accounts }) => accounts.at(-1)?.keptIn);
  const rate = useTotalRate();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, refusal, ask } = useRequest<void>();
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
        <h1 className="font-semibold text-title">Alert me when the hourly rate passes …</h1>
        <p className="text-quiet">
          {rate === null ? (
            'One notification when all your VMs together cost more than this per hour.'
          ) : (
            <>
              Right now you spend <Money amount={rate} per="h" />. One notification when all your
              VMs together cost more than this.
            </>
          )}
        </p>
        <Field
          inputMode="decimal"
          isFocusedFirst
          label={`Limit, ${currency} per hour`}
          name="threshold"
          onChange={setTyped}
          problem={problem}
          value={text}
        />
        <RefusalText refusal={refusal} />
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} tone="primary" type="submit">
            Set the alert
          </Button>
          <Button isBusy={isBusy} onClick={() => answer(null)}>
            No alert
          </Button>
        </div>
        {keptIn === 'memory' && (
          <p className="text-small text-amber">
            The keychain did not take the credential: it is kept only until you quit.
          </p>
        )}
      </form>
    </main>
  );
}
