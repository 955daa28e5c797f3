import { expect, test } from 'vitest';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { makeAlert } from '../../shared/alerts/testing/alerts.ts';
import type { AppState } from '../../shared/state/index.ts';
import { NO_ACTIVITY } from '../../shared/vms/vm-activity.ts';
import { NOON, signedIn, snapshot, vm } from '../testing/app-states.ts';
import { clearCalls, takeCalls } from '../testing/electron.ts';
import { electronTray } from './electron-tray.ts';
import { trayModel } from './tray-model.ts';

const MINUTE = 60_000;
const billing = signedIn(snapshot([vm('train')], 1.1));

/** Calls that show a part, in the order of the parts. */
const PARTS = ['new Tray', 'setImage', 'setToolTip', 'setTitle', 'buildFromTemplate'];

/** A tray on macOS. `take`: what it has shown since the last call. */
function shownTray(start: AppState) {
  const clock = createVirtualClock(NOON);
  clearCalls();
  let state = start;
  const tray = electronTray({
    iconFolder: '/icons',
    platform: 'darwin',
    clock,
    model: () => trayModel(state, { platform: 'darwin', isDark: false }, clock.now()),
    onAction: () => {},
    onClick: () => {},
  });
  takeCalls();
  tray.create();
  const become = (next: AppState) => {
    state = next;
    tray.update();
  };
  const take = () => takeCalls().filter(([name]) => PARTS.includes(name));
  return { clock, become, tray, take, takeParts: () => take().map(([part]) => part) };
}

const withSnooze = (until: number): AppState => ({
  ...billing,
  alerts: [makeAlert({ openedAt: NOON, snoozedUntil: until })],
});

test('sets every part at first, the icon before the others', () => {
  const { takeParts } = shownTray(billing);
  expect(takeParts()).toEqual(['new Tray', 'setToolTip', 'setTitle', 'buildFromTemplate']);
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
    'buildFromTemplate',
    expect.stringContaining('train   $1.10   idle'),
  ]);
});

test('sets only the parts that changed, all in one update', () => {
  const { become, take } = shownTray(billing);
  take();
  become(signedIn(snapshot([vm('train')], 2.2)));
  expect(take()).toEqual([
    ['setToolTip', '$2.20/h · 1 running'],
    ['setTitle', '$2.20/h', { fontType: 'monospacedDigit' }],
    ['buildFromTemplate', expect.anything()],
  ]);
  become(signedIn(snapshot([vm('eval')], 2.2)));
  expect(take()).toEqual([['buildFromTemplate', expect.anything()]]);
});

test('shows an alert again when its snooze ends, with no other change', async () => {
  const { clock, take, takeParts } = shownTray(withSnooze(NOON + 90 * MINUTE));
  take();
  await clock.advance(89 * MINUTE);
  expect(takeParts()).not.toContain('setImage');
  await clock.advance(MINUTE);
  expect(takeParts()).toContain('setImage');
  expect(clock.pending()).toEqual([]);
});

test('leaves no timer after it is stopped', () => {
  const { clock, tray } = shownTray(withSnooze(NOON + MINUTE));
  expect(clock.pending()).toEqual([MINUTE]);
  tray.stop();
  expect(clock.pending()).toEqual([]);
});
