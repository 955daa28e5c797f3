import { expect, test } from 'vitest';
import { createVirtualClock } from '../../core/virtual-clock.ts';
import type { AppState } from '../../shared/app/index.ts';
import { NOON, signedIn, snapshot, vm } from '../testing/app-states.ts';
import { showTray } from './show-tray.ts';
import type { TrayModel } from './tray-model.ts';

function shownTray(start: AppState) {
  const clock = createVirtualClock(NOON);
  const applied: TrayModel[] = [];
  let state = start;
  const tray = showTray({
    state: () => state,
    platform: 'linux',
    clock,
    apply: (model) => applied.push(model),
  });
  const become = (next: AppState) => {
    state = next;
    tray.update();
  };
  return { clock, applied, tray, become };
}

const billing = signedIn(snapshot([vm('train')], 1.1));

test('a model is applied at once, and again only when it is another one', () => {
  const { applied, become } = shownTray(billing);
  expect(applied).toHaveLength(1);
  become({ ...billing });
  become({ ...billing, rates: [{ at: NOON, rate: 1.1 }] });
  become(signedIn(snapshot([vm('train', { cpuPercent: 99 })], 1.1)));
  expect(applied).toHaveLength(1);
  become(signedIn(snapshot([vm('train')], 2.2)));
  expect(applied.map(({ tooltip }) => tooltip)).toEqual([
    'GPU Tray · $1.10/h · 1 running',
    'GPU Tray · $2.20/h · 1 running',
  ]);
});

test('an alert is back when its snooze ends, though nothing else changes', async () => {
  const alert = {
    id: 'a1',
    rule: 'hourlyRate',
    accountId: null,
    openedAt: NOON,
    limit: 3,
    snoozedUntil: NOON + 90 * 60_000,
  } as const;
  const { clock, applied, tray } = shownTray({ ...billing, alerts: [alert] });
  await clock.advance(89 * 60_000);
  expect(applied.map(({ icon }) => icon.mark)).toEqual(['billing']);
  await clock.advance(60_000);
  expect(applied.map(({ icon }) => icon.mark)).toEqual(['billing', 'alert']);
  expect(clock.pending()).toEqual([]);
  tray.stop();
});

test('stopped, it waits for nothing', () => {
  const alert = {
    id: 'a1',
    rule: 'hourlyRate',
    accountId: null,
    openedAt: NOON,
    limit: 3,
    snoozedUntil: NOON + 60_000,
  } as const;
  const { clock, tray } = shownTray({ ...billing, alerts: [alert] });
  expect(clock.pending()).toEqual([60_000]);
  tray.stop();
  expect(clock.pending()).toEqual([]);
});
