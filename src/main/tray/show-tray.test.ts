import { expect, test } from 'vitest';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { makeAlert } from '../../shared/alerts/testing/alerts.ts';
import type { AppState } from '../../shared/state/index.ts';
import { NO_ACTIVITY } from '../../shared/vms/vm-activity.ts';
import { NOON, signedIn, snapshot, vm } from '../testing/app-states.ts';
import { showTray, type TrayParts } from './show-tray.ts';
import { trayModel } from './tray-model.ts';

const MINUTE = 60_000;
const billing = signedIn(snapshot([vm('train')], 1.1));

/** A tray on macOS that records each part that is set. */
function shownTray(start: AppState, values: Partial<TrayParts> = {}) {
  const clock = createVirtualClock(NOON);
  const set: [part: keyof TrayParts, value: unknown][] = [];
  let state = start;
  const tray = showTray({
    model: () => trayModel(state, { platform: 'darwin', isDark: false }, clock.now()),
    clock,
    tray: {
      setIcon: (icon) => void set.push(['setIcon', icon]),
      setTooltip: (text) => void set.push(['setTooltip', text]),
      setTitle: (text) => void set.push(['setTitle', text]),
      setMenu: (items) => void set.push(['setMenu', items]),
      ...values,
    },
  });
  const become = (next: AppState) => {
    state = next;
    tray.update();
  };
  const take = () => set.splice(0);
  return { clock, become, tray, take, takeParts: () => take().map(([part]) => part) };
}

const withSnooze = (until: number): AppState => ({
  ...billing,
  alerts: [makeAlert({ openedAt: NOON, snoozedUntil: until })],
});

test('sets every part at first, the icon before the others', () => {
  const { takeParts } = shownTray(billing);
  expect(takeParts()).toEqual(['setIcon', 'setTooltip', 'setTitle', 'setMenu']);
});

test('sets nothing when the model stays equal', () => {
  const { become, takeParts } = shownTray(billing);
  takeParts();
  become({ ...billing });
  become({ ...billing, rates: [{ at: NOON, rate: 1.1 }] });
  become(signedIn(snapshot([vm('train', { cpuPercent: 99 })], 1.1)));
  expect(takeParts()).toEqual([]);
});

test('sets nothing when only the load of GPUs changed, until the VM is idle', () => {
  const pod = (percent: number) =>
    snapshot([vm('train', { gpuCount: 1, gpuPercents: [percent] })], 1.1);
  const times = { ...NO_ACTIVITY, lowSince: NOON - 10 * MINUTE };
  const { become, take, takeParts } = shownTray(signedIn(pod(50)));
  takeParts();
  for (const percent of [99, 0, 60]) become(signedIn(pod(percent)));
  expect(takeParts()).toEqual([]);
  become(signedIn(pod(0), { vmActivity: { 'main/train': times } }));
  const [[part, items] = []] = take();
  expect([part, JSON.stringify(items)]).toEqual([
    'setMenu',
    expect.stringContaining('train   $1.10   idle'),
  ]);
});

test('sets only the parts that changed, all in one update', () => {
  const { become, take } = shownTray(billing);
  take();
  become(signedIn(snapshot([vm('train')], 2.2)));
  expect(take()).toEqual([
    ['setTooltip', '$2.20/h · 1 running'],
    ['setTitle', '$2.20/h'],
    ['setMenu', expect.anything()],
  ]);
  become(signedIn(snapshot([vm('eval')], 2.2)));
  expect(take()).toEqual([['setMenu', expect.anything()]]);
});

test('sets all parts again after one failed', () => {
  let isBroken = false;
  const { become, takeParts } = shownTray(billing, {
    setTitle() {
      if (isBroken) throw new Error('no');
    },
  });
  takeParts();
  isBroken = true;
  const next = signedIn(snapshot([vm('train')], 2.2));
  expect(() => become(next)).toThrow('no');
  isBroken = false;
  become(next);
  expect(takeParts()).toEqual(['setTooltip', 'setTooltip', 'setMenu']);
});

test('shows an alert again when its snooze ends, with no other change', async () => {
  const { clock, take } = shownTray(withSnooze(NOON + 90 * MINUTE));
  const marks = () => take().flatMap(([part, value]) => (part === 'setIcon' ? [value] : []));
  await clock.advance(89 * MINUTE);
  expect(marks()).toMatchObject([{ mark: 'billing' }]);
  await clock.advance(MINUTE);
  expect(marks()).toMatchObject([{ mark: 'alert' }]);
  expect(clock.pending()).toEqual([]);
});

test('leaves no timer after it is stopped', () => {
  const { clock, tray } = shownTray(withSnooze(NOON + MINUTE));
  expect(clock.pending()).toEqual([MINUTE]);
  tray.stop();
  expect(clock.pending()).toEqual([]);
});
