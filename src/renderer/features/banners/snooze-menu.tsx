import { SNOOZE_MINUTES } from '../../../shared/app/index.ts';
import { bridge } from '../../bridge.ts';
import { Menu, RefusalText, useRequest } from '../../ui/index.ts';

const HOUR = 60;

function words(minutes: number): string {
  if (minutes < HOUR) return `${minutes} minutes`;
  return minutes === HOUR ? '1 hour' : `${minutes / HOUR} hours`;
}

/** Keeps an alert silent for a while. */
export function SnoozeMenu({ alertId }: { readonly alertId: string }) {
  const { refusal, ask } = useRequest<void>();
  return (
    <>
      <Menu
        items={SNOOZE_MINUTES.map((minutes) => ({
          label: words(minutes),
          onChoose: () => ask(bridge.snoozeAlert({ alertId, minutes })),
        }))}
        label="Snooze"
      />
      <RefusalText refusal={refusal} />
    </>
  );
}
