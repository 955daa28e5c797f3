import { type FormEvent, useState } from 'react';
import { formatRate, typedAmount } from '../../../shared/format/index.ts';
import { figuresOf } from '../../../shared/usage/figures.ts';
import { bridge, useApp, useHiding } from '../../store.ts';
import { Button, Field, Money, useRequest } from '../../ui/index.ts';
import { alertsAtOnce, isExceeded, suggestThreshold, thresholdText } from './limit.ts';

/** Asked once, after the first sign-in; later it is a setting. */
export function ThresholdQuestion() {
  const hide = useHiding();
  const { shownRate: rate } = useApp(figuresOf);
  const suggested = rate === null ? '' : thresholdText(suggestThreshold(rate));
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? suggested;
  const { isBusy, refusal, ask, forget } = useRequest();

  const answer = (limit: number | null) =>
    ask(bridge.changePreferences({ hourlyRate: { isOn: limit !== null, limit } }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void answer(typedAmount(text) ?? Number.NaN);
  };

  return (
    <main className="h-full overflow-y-auto px-6 py-8">
      <form className="mx-auto grid max-w-sm gap-4" noValidate onSubmit={submit}>
        <h1 className="font-semibold text-title">Alert me when the hourly rate exceeds…</h1>
        <p className="text-quiet">
          {rate !== null && (
            <>
              {'You now spend '}
              <Money amount={rate} per="h" />.{' '}
            </>
          )}
          You’re notified once when all VMs together cost more than this per hour.
        </p>
        <Field
          isFocusedFirst
          hint={
            isExceeded(rate, text)
              ? hide(alertsAtOnce(formatRate(rate)))
              : 'You can change it at any time.'
          }
          label="Limit, $ per hour"
          name="threshold"
          onChange={setTyped}
          onInput={forget}
          problem={refusal && `${refusal.message} ${refusal.action}`}
          value={text}
        />
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} tone="primary" type="submit" label="Set alert" />
          <Button isBusy={isBusy} label="No alert" onClick={() => answer(null)} />
        </div>
      </form>
    </main>
  );
}
