import type { FormEvent } from 'react';
import { formatRate, typedAmount } from '../../../shared/format/index.ts';
import { figuresOf } from '../../../shared/usage/figures.ts';
import { bridge } from '../../bridge.ts';
import { useApp, useHiding } from '../../store.ts';
import { Button, Field, Money, RefusalText, useRequest, useTyped } from '../../ui/index.ts';
import {
  alertsAtOnce,
  checkThreshold,
  isExceeded,
  suggestThreshold,
  thresholdText,
} from './limit.ts';

/** Asked once, after the first sign-in; later it is a setting. */
export function ThresholdQuestion() {
  const hide = useHiding();
  const { shownRate: rate } = useApp(figuresOf);
  const suggested = rate === null ? '' : thresholdText(suggestThreshold(rate));
  const { text, field, isValid } = useTyped(suggested, checkThreshold);
  const { isBusy, refusal, ask } = useRequest();

  const answer = (limit: number | null) =>
    ask(bridge.changePreferences({ hourlyRate: { isOn: limit !== null, limit } }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid() && !isBusy) void answer(typedAmount(text));
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
          {...field}
          isFocusedFirst
          hint={
            isExceeded(rate, text)
              ? hide(alertsAtOnce(formatRate(rate)))
              : 'You can change it at any time.'
          }
          label="Limit, $ per hour"
          name="threshold"
        />
        <RefusalText refusal={refusal} />
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} tone="primary" type="submit" label="Set alert" />
          <Button isBusy={isBusy} label="No alert" onClick={() => answer(null)} />
        </div>
      </form>
    </main>
  );
}
