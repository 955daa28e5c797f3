import { expect, onTestFinished, test } from 'vitest';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { makeAlert } from '../../shared/alerts/testing/alerts.ts';
import type { AppState } from '../../shared/state/index.ts';
import { NO_ACTIVITY } from '../../shared/vms/vm-activity.ts';
import { NOON, signedIn, snapshot, vm } from '../testing/app-states.ts';
import { clearCalls, takeCalls } from '../testing/electron.ts';
import { openTray } from './open-tray.ts';
import { trayModel } from './tray-model.ts';

const MINUTE = 60_000;
const billing = signedIn(snapshot([vm('train')], 1.1));

/** Calls that show a part, in the order of the parts. */
const PARTS = ['new Tray', 'setImage', 'setToolTip', 'setTitle', 'buildFromTemplate'];

/** A tray on macOS. `take`: what it has shown since the last call. */
async function shownTray(start: AppState) {
  const clock = createVirtualClock(NOON);
  clearCalls();
  let state = start;
  const run = async () => ({ state: 'absent' }) as const;
  const tray = openTray({ platform: 'darwin', out: '/out', clock, run });
  onTestFinished(tray.end);
  tray.show(() => trayModel(state, clock.now()));
  takeCalls();
  await tray.host.start(0);
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

test('sets every part at first, the icon before the others', async () => {
  const { takeParts } = await shownTray(billing);
  expect(takeParts()).toEqual(['new Tray', 'setToolTip', 'setTitle', 'buildFromTemplate']);
});

test('sets nothing when the model stays equal', async () => {
  const { become, takeParts } = await shownTray(billing);
  takeParts();
  become({ ...billing });
  become({ ...billing, rates: [{ at: NOON, rate: 1.1 }] });
  become(signedIn(snapshot([vm('train', { cpuPercent: 99 })], 1.1)));
  expect(takeParts()).toEqual([]);
});

test('sets nothing when only the load of GPUs changed, until the VM is idle', async () => {
  const pod = (percent: number) =>
    snapshot([vm('train', { gpuCount: 1, gpuPercents: [percent] })], 1.1);
  const times = { ...NO_ACTIVITY, lowSince: NOON - 10 * MINUTE };
  const { become, take, takeParts } = await shownTray(signedIn(pod(50)));
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

test('sets only the parts that changed, all in one update', async () => {
  const { become, take } = await shownTray(billing);
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
  const { clock, take, takeParts } = await shownTray(withSnooze(NOON + 90 * MINUTE));
  take();
  await clock.advance(89 * MINUTE);
  expect(takeParts()).not.toContain('setImage');
  await clock.advance(MINUTE);
  expect(takeParts()).toContain('setImage');
  expect(clock.pending()).toEqual([]);
});

test('leaves no timer after it is stopped', async () => {
  const { clock, tray } = await shownTray(withSnooze(NOON + MINUTE));
  expect(clock.pending()).toEqual([MINUTE]);
  tray.end();
  expect(clock.pending()).toEqual([]);
});
