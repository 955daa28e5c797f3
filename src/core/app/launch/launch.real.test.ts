import { expect, test } from 'vitest';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import { makeVm, makeVmList } from '../../../shared/domain/testing/records.ts';
import { ORDER } from '../../../shared/launch/testing/launch.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { createFakeProvider, filesDone, LOST, passTime } from '../../launch/testing/renting.ts';
import { silentLog } from '../../log.ts';
import { DEFAULT_SETTINGS } from '../../settings/index.ts';
import { systemSshPlaces } from '../../ssh/index.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { startLaunches } from './launch.ts';

const ACCOUNT: AppAccount = makeAccount({ id: 'a', baseUrl: 'https://x/' });
const UNKNOWN = { kind: 'unknown', problem: LOST, vmId: null } as const;

/** The app with a provider. @param before an earlier run of the app, which was killed */
async function setup(before?: {
  readonly home: string;
  readonly of: ReturnType<typeof createFakeProvider>;
}) {
  const clock = createVirtualClock();
  const store = createStateStore({ ...initialState(environment, 0), accounts: [ACCOUNT] });
  const home = before?.home ?? (await temporaryFolder());
  const of = before?.of ?? createFakeProvider();
  const refreshed: (string | undefined)[] = [];
  const phases: string[] = [];
  const autoStops: unknown[] = [];
  store.subscribe(({ currentLaunch }) => {
    if (currentLaunch && phases.at(-1) !== currentLaunch.phase) phases.push(currentLaunch.phase);
  });
  let ids = 0;
  const part = startLaunches({
    store,
    ...{ folder: home, clock, newId: () => `0000000${++ids}-0`, log: silentLog },
    clients: new Map([['a', of.client]]),
    settings: { load: async () => DEFAULT_SETTINGS },
    ssh: { places: systemSshPlaces(home, home) },
    monitor: {
      async refresh(id) {
        refreshed.push(id);
        return null;
      },
    },
    async setAutoStop(vm, limit) {
      autoStops.push({ ...vm, ...limit });
    },
  });
  await filesDone();
  return {
    ...{ part, store, service: of.service, of, refreshed, phases, home, autoStops, clock },
    launchOf: () => store.get().currentLaunch,
    async launch(more: { stopLater?: string } = {}) {
      const ends: unknown[] = [];
      const request = { maxPerHour: 2, mayAddKey: false, stopLater: null, ...more };
      const input = { accountId: 'a', order: ORDER, password: null, ...request };
      part.requests.launchVm(input).then(
        () => ends.push(null),
        (error: unknown) => ends.push(error),
      );
      await passTime(clock, () => ends.length > 0);
      return ends[0];
    },
    /** A poll, and what it settles. */
    async poll() {
      const vms = { value: makeVmList(of.service.vms), problem: null };
      part.polled({
        ...{ accountId: 'a', before: UNKNOWN_STATE, after: { ...UNKNOWN_STATE, vms }, events: [] },
        ...{ hasFailed: false, asOf: 0, isAfterWake: false },
      });
      for (let rounds = 0; rounds < 5; rounds += 1) {
        await filesDone();
        await clock.advance(20);
      }
    },
  };
}

test('shows a launch from the request to the VM, and sets its auto-stop once it is listed', async () => {
  const { launch, phases, launchOf, refreshed, part, poll, autoStops, store, ...app } =
    await setup();
  expect(await launch({ stopLater: '4h' })).toBeNull();
  expect(phases).toEqual(['sending', 'launched']);
  expect(launchOf()).toMatchObject({
    ...{ accountId: 'a', vmIds: ['vm0'], mark: '00000001', confirmedPerHour: 2 },
    text: { message: null },
  });
  expect(refreshed).toEqual(['a']);
  const startedAt = launchOf()?.startedAt ?? 0;
  await poll();
  await poll();
  const name = { accountId: 'a', vmId: 'vm0', name: 'train' };
  expect(autoStops).toMatchObject([{ ...name, kind: 'time' }]);
  expect(autoStops).toMatchObject([{ at: expect.closeTo(startedAt + 4 * 3_600_000, -5) }]);
  expect(store.get().notice).toBeNull();
  expect(Object.keys(store.get().launchedVms)).toEqual(['a/vm0']);
  await part.requests.dismissLaunch();
  expect([launchOf(), app.service.orders.length]).toEqual([null, 1]);
});

test.each([
  [false, 'train: It costs $2.50/h, not $2.00/h as confirmed.'],
  [true, 'train: It costs ••••/h, not ••••/h as confirmed.'],
])('warns of a higher rate, hidden or not, and stops nothing: %s', async (isHidden, notice) => {
  const { launch, launchOf, part, poll, store, service, phases } = await setup();
  store.set({ preferences: { ...store.get().preferences, hideAmounts: isHidden } });
  service.perHour = 2.5;
  await launch();
  await poll();
  expect(launchOf()).toMatchObject({ phase: 'launched', confirmedPerHour: 2 });
  expect(store.get().notice).toBe(notice);
  await part.requests.acceptRate();
  expect([launchOf()?.confirmedPerHour, service.vms.length, phases]).toEqual([
    ...[null, 1],
    ['sending', 'launched'],
  ]);
});

test('hides the amounts in the words of a refusal', async () => {
  const { launch, launchOf, service, store } = await setup();
  store.set({ preferences: { ...store.get().preferences, hideAmounts: true } });
  const balance = { required: null, available: null, detail: 'Insufficient balance: 3 of 5' };
  const problem = { kind: 'insufficientBalance', ...balance } as const;
  service.answer = { kind: 'refused', problem };
  await launch();
  expect(launchOf()?.text.message).toBe('Insufficient balance.');
});

test('offers no launch after the first 403', async () => {
  const { launch, service, store } = await setup();
  const problem = { kind: 'forbidden' } as const;
  service.answer = { kind: 'refused', problem };
  await launch();
  expect(store.get().refusedWrites['a']).toMatch(/write access/);
});

test('finds the VM of a lost answer with a later poll where it could not be listed at first', async () => {
  const { launch, launchOf, service, poll, phases } = await setup();
  Object.assign(service, { answer: UNKNOWN, isListed: false });
  await launch();
  expect(phases).toEqual(['sending', 'checking', 'unknown']);
  expect(launchOf()?.text.message).toMatch(
    /A VM may have been created\. The VMs could not be listed/,
  );
  await poll();
  expect(launchOf()).toMatchObject({ phase: 'launched', vmIds: ['vm0'] });
});

test('alarms of a second VM of an order that was taken', async () => {
  const { launch, launchOf, service, poll, store } = await setup();
  await launch();
  service.vms = service.vms.flatMap((vm) => [vm, { ...vm, id: 'other' }]);
  await poll();
  expect(launchOf()).toMatchObject({ phase: 'unknown', vmIds: ['vm0', 'other'] });
  expect(store.get().notice).toContain('2 VMs were created by one order: train, train.');
});

test('says that a VM was left stopped, and not so when it is stopped later', async () => {
  const texts: unknown[] = [];
  for (const first of ['stopped', 'running']) {
    const { launch, launchOf, service, poll } = await setup();
    await launch();
    for (const status of [first, 'stopped']) {
      service.vms = service.vms.map(({ phase: _, ...vm }) => makeVm({ ...vm, status }));
      await poll();
    }
    texts.push(launchOf()?.text.message);
  }
  expect(texts).toEqual([expect.stringContaining('It was left stopped'), null]);
});

test('shows each of two unknown launches of an account, also after a restart, until each is forgotten', async () => {
  const { launch, service, launchOf, poll, store, part, ...app } = await setup();
  await launch();
  const [vm] = service.vms;
  Object.assign(service, { answer: UNKNOWN, creates: 0 });
  await launch();
  expect(launchOf()).toMatchObject({ phase: 'unknown', mark: '00000002' });
  service.vms = [vm, vm && { ...vm, id: 'other' }].flatMap((each) => each ?? []);
  await app.clock.advance(120_000);
  await poll();
  expect(launchOf()?.mark).toBe('00000002');
  expect(store.get().notice).toContain('2 VMs were created by one order: train, train.');
  const next = await setup({ ...app, of: app.of });
  await next.clock.advance(120_000);
  await next.poll();
  expect(next.launchOf()).toMatchObject({ mark: '00000001', vmIds: ['vm0', 'other'] });
  await next.part.requests.dismissLaunch();
  await next.poll();
  expect(next.launchOf()).toMatchObject({ phase: 'unknown', mark: '00000002', vmIds: [] });
  await next.part.requests.dismissLaunch();
  await next.poll();
  expect(next.launchOf()).toBeNull();
});

test('keeps saying what the provider answered', async () => {
  const { launch, launchOf, service, poll, clock } = await setup();
  const problem = { kind: 'server', status: 500, retryAt: null, detail: 'boom' } as const;
  Object.assign(service, { answer: { ...UNKNOWN, problem }, creates: 0 });
  await launch();
  await clock.advance(120_000);
  await poll();
  expect(launchOf()?.text.message).toMatch(/answered: boom\. A VM may have been created/);
});

test.each([
  [1, 'launched', 'An interrupted launch created train.'],
  [
    0,
    'unknown',
    'A launch was interrupted. A VM may have been created. It isn’t in the list yet. Before another launch, check RunPod’s console for a new VM: ',
  ],
])(
  'says at the next start what a killed app had sent, with %i VMs',
  async (creates, phase, notice) => {
    const killed = await setup();
    Object.assign(killed.service, { answer: new Error('killed'), creates });
    expect(await killed.launch()).toBeInstanceOf(Error);
    expect(killed.launchOf()?.phase).toBe('unknown');
    const next = await setup(killed);
    await next.clock.advance(120_000);
    await next.poll();
    expect(next.store.get().notice).toContain(notice);
    if (phase === 'unknown') expect(next.launchOf()).toMatchObject({ phase, mark: '00000001' });
    await next.part.requests.dismissLaunch();
    const last = await setup(next);
    await last.poll();
    expect(last.launchOf()).toBeNull();
  },
);

test('shows no end of a launch of an account that was signed out meanwhile', async () => {
  const { launch, launchOf, store } = await setup();
  store.subscribe(
    (app) => app.accounts.length > 0 && store.set({ accounts: [], currentLaunch: null }),
  );
  await launch();
  expect(launchOf()).toBeNull();
});
