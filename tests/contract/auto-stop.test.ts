import { expect, test } from 'vitest';
import { startAutoStops } from '../../src/core/app/auto-stop/auto-stop.ts';
import { NO_SCRIPT } from '../../src/core/app/auto-stop/testing/fake-script.ts';
import { EMPTY_SNAPSHOT } from '../../src/core/app/kernel/apply-poll.ts';
import type { Notification } from '../../src/core/events/index.ts';
import { showingEach } from '../../src/core/events/testing/group-of.ts';
import { silentLog } from '../../src/core/log.ts';
import { withAutoStop } from '../../src/core/settings/index.ts';
import { makeVm, makeVmList } from '../../src/shared/domain/testing/records.ts';
import { ACCOUNT, operatedVm } from './operated-vm.ts';

// Auto-stops against the simulator over HTTP, in simulated time.

const HOUR = 3_600_000;
const SECOND = 1_000;

/** A running VM whose auto-stop ends after an hour. */
async function autoStopVm(
  scope: 'read_write' | 'read_only' = 'read_write',
  other?: Parameters<typeof operatedVm>[1],
) {
  const own = await operatedVm(scope, other);
  const { time, operations, notifications, store, settings, vmId } = own;
  const show = (shown: Notification) => void notifications.push(shown);
  const autoStop = { accountId: ACCOUNT, vmId, name: 'train' };
  const limit = { kind: 'time', at: time.now() + HOUR } as const;
  await settings.update((current) => withAutoStop(current, autoStop, limit));
  const autoStops = startAutoStops({
    ...{ store, settings, operations, clock: time.clock, log: silentLog, ...NO_SCRIPT },
    loaded: own.stored(),
    deliver: showingEach(show, store.get, time.clock.now),
    history: () => null,
  });
  autoStops.begin();
  return {
    ...own,
    stored: () => own.stored().autoStops?.length ?? 0,
    titles: () => notifications.map(({ title }) => title),
    bodies: () => notifications.map(({ body }) => body),
    /** What the monitor's next poll shows. */
    async poll() {
      const vms = own.simulator.control.vms().map(({ id, status }) => makeVm({ id, status }));
      const list = { value: makeVmList(vms), problem: null };
      store.set({ snapshots: { [ACCOUNT]: { ...EMPTY_SNAPSHOT, vms: list } } });
      await autoStops.polled();
    },
  };
}

test('notifies of an expired sign-in, a missing scope or a locked keychain, and skips no auto-stop', async () => {
  const reader = await autoStopVm('read_only');
  await reader.time.pass(HOUR + SECOND);
  expect([reader.titles().at(-1), reader.stored()]).toEqual(['train is not stopped', 1]);
  expect(reader.bodies().at(-1)).toContain('create an API key with write access');
  const own = await autoStopVm();
  own.simulator.control.addFault({
    ...{ path: '/', fault: { kind: 'status', status: 401, detail: 'Expired' } },
  });
  await own.time.pass(HOUR + 125 * SECOND);
  expect(own.bodies().at(-1)).toContain('API key rejected (401)');
  const locked = await autoStopVm();
  locked.lock(true);
  await locked.time.pass(HOUR + 125 * SECOND);
  expect(locked.bodies().at(-1)).toMatch(/keychain is locked.*GPU Tray keeps trying\.$/i);
  locked.lock(false);
  await locked.time.pass(70 * SECOND);
  expect(locked.status()).toMatch(/^stop/);
  const signedOut = await autoStopVm();
  signedOut.store.set({ accounts: [] });
  await signedOut.time.pass(HOUR + SECOND);
  expect(signedOut.bodies().at(-1)).toMatch(
    /^Its auto-stop was due at .*its account is signed out\. Sign in, or stop it in the console\.$/,
  );
});

test('two computers with the same auto-stop stop the VM once, and show no error', async () => {
  const own = await autoStopVm();
  const other = await autoStopVm('read_write', own);
  await own.time.pass(HOUR + 90 * SECOND);
  for (const one of [own, other]) await one.poll();
  const shown = ({ titles, notice, stored }: typeof own) => [titles().length, notice(), stored()];
  // The end was announced by both.
  expect([own.status(), shown(own), shown(other)]).toEqual(['stopped', [1, null, 0], [1, null, 0]]);

  // One after the other.
  const late = await autoStopVm();
  late.simulator.control.setVm(late.vmId, { status: 'stopping' });
  late.simulator.control.setVm(late.vmId, { status: 'stopped' });
  await late.time.pass(HOUR + SECOND);
  await late.poll();
  expect([late.sent('stop'), shown(late)]).toEqual([0, [1, null, 0]]);
});
