import { expect, test } from 'vitest';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import { unconfirmedAlerts } from './unconfirmed.ts';

const MINUTE = 60_000;

test('a stop that is not confirmed is an event after 5 minutes, and each 15 minutes from then on', async () => {
  const clock = createVirtualClock();
  const at = clock.now();
  const limit = { kind: 'time', at } as const;
  const autoStop = { accountId: 'a', vmId: 'v', name: 'train', limit };
  const due = unconfirmedAlerts(
    { state: () => initialState(environment, at), unconfirmedStops: () => [{ autoStop, at }] },
    clock,
  );
  const minutes: number[] = [];
  for (let minute = 0; minute <= 40; minute += 1) {
    const alerts = due();
    if (alerts.length > 0) minutes.push(minute);
    for (const alert of alerts)
      expect(alert).toMatchObject({ name: 'train', outcome: { kind: 'unconfirmed' } });
    await clock.advance(MINUTE);
  }
  expect(minutes).toEqual([5, 20, 35]);
});
