import { expect, test } from 'vitest';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import type { OrderDraft } from '../../../shared/domain/order-draft.ts';
import type { ServiceProblem } from '../../../shared/domain/problem.ts';
import { makeVm, makeVmList } from '../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { EMPTY_DRAFT } from '../../../shared/domain/vm-order.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { silentLog } from '../../log.ts';
import { ServiceError } from '../../providers/index.ts';
import { DEFAULT_SETTINGS } from '../../settings/index.ts';
import { systemSshPlaces } from '../../ssh/index.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { startLaunches } from './launch.ts';

const ACCOUNT: AppAccount = makeAccount({ id: 'a', baseUrl: 'https://x/' });
const DRAFT: OrderDraft = { ...EMPTY_DRAFT, node: 'vm01', gpuType: '4090', template: '100' };
const CREATED = makeVm({ id: 'new', status: 'creating', label: 'fresh' });
const LOST: ServiceProblem = { kind: 'network' };

/** Waits until no file is being read or written. */
async function filesDone(): Promise<void> {
  for (let quiet = 0; quiet < 5; ) {
    await new Promise((resolve) => setImmediate(resolve));
    quiet = process.getActiveResourcesInfo().some((kind) => kind.includes('Req')) ? 0 : quiet + 1;
  }
}

/** The app with a service that has these VMs. @param end of `POST /vms`: a problem, or a killed app */
async function setup(folder?: string) {
  const clock = createVirtualClock();
  const store = createStateStore({ ...initialState(environment, 0), accounts: [ACCOUNT] });
  const home = folder ?? (await temporaryFolder());
  const service = {
    vms: [] as Vm[],
    listed: null as ServiceProblem | null,
    end: null as ServiceProblem | Error | null,
    isCreating: true,
    created: CREATED,
  };
  const refreshed: (string | undefined)[] = [];
  const phases: string[] = [];
  store.subscribe(({ launch }) => launch && phases.push(launch.phase));
  const client = {
    async listVms() {
      if (service.listed !== null) throw new ServiceError(service.listed);
      return { items: service.vms, skipped: 0, isComplete: true, isRepeating: false };
    },
    sshKeys: async () => [],
    async createVm() {
      const { created, end } = service;
      if (service.isCreating) service.vms = [...service.vms, created];
      if (end === null) return created;
      if (end instanceof Error) throw end;
      service.listed = end.kind === 'timeout' ? LOST : service.listed;
      throw new ServiceError(end);
    },
  };
  const part = startLaunches({
    store,
    ...{ folder: home, clock, newId: () => 'note', log: silentLog },
    clients: () => new Map([['a', client]]),
    settings: { load: async () => DEFAULT_SETTINGS },
    ssh: { places: systemSshPlaces(home, home) },
    monitor: {
      async refresh(id) {
        refreshed.push(id);
        return null;
      },
    },
  });
  const pass = async (isDone: () => boolean) => {
    for (let step = 0; step < 100 && !isDone(); step += 1) {
      await clock.advance(2_000);
      await filesDone();
    }
  };
  return {
    ...{ part, store, service, refreshed, phases, home, clock },
    launchOf: () => store.get().launch,
    async launch(draft = DRAFT) {
      const ends: unknown[] = [];
      const input = { accountId: 'a', draft, password: null };
      part.requests.launchVm(input).then(
        () => ends.push(null),
        (error: unknown) => ends.push(error),
      );
      await pass(() => ends.length > 0);
      return ends[0];
    },
    /** A poll, and what it resolves. */
    async poll() {
      const vms = { value: makeVmList(service.vms), problem: null };
      const after = { ...UNKNOWN_STATE, vms };
      part.polled({
        ...{ accountId: 'a', before: UNKNOWN_STATE, after, events: [] },
        ...{ hasFailed: false, asOf: 0, isAfterWake: false },
      });
      await pass(() => store.get().notice !== null);
    },
  };
}

test('shows a launch from the request to the VM, and polls', async () => {
  const { launch, phases, launchOf, refreshed, part } = await setup();
  expect(await launch()).toBeNull();
  expect(phases).toEqual(['sending', 'launched']);
  expect(launchOf()).toMatchObject({ accountId: 'a', vmId: 'new', failure: { message: null } });
  expect(refreshed).toEqual(['a']);
  await part.requests.dismissLaunch();
  expect(launchOf()).toBeNull();
});

test('shows no end of a launch of an account that was signed out meanwhile', async () => {
  const { launch, launchOf, store } = await setup();
  store.subscribe((app) => app.accounts.length > 0 && store.set({ accounts: [], launch: null }));
  await launch();
  expect(launchOf()).toBeNull();
});

test('says what a refusal lacks, at the fields that it names', async () => {
  const { launch, launchOf, service } = await setup();
  service.isCreating = false;
  const order = { errors: { node: 'full' }, other: 'no quota' };
  service.end = { kind: 'invalid', detail: 'node: full; no quota', order };
  await launch();
  expect(launchOf()).toMatchObject({
    phase: 'failed',
    failure: { errors: { node: 'full' }, message: 'Request rejected: no quota' },
  });
});

test.each([
  [false, 'Insufficient balance: $3.50 required, $1.25 available.'],
  [true, 'Insufficient balance.'],
])('names the missing amount, and no hidden one: %s', async (isHidden, message) => {
  const { launch, launchOf, service, store } = await setup();
  const { preferences } = store.get();
  store.set({ preferences: { ...preferences, hideAmounts: isHidden } });
  service.isCreating = false;
  service.end = { kind: 'insufficientBalance', required: 3.5, available: 1.25 };
  await launch();
  expect(launchOf()?.failure.message).toBe(message);
});

test('finds the VM of a lost answer with a later poll where it could not be listed at first', async () => {
  const { launch, launchOf, service, poll, phases, store } = await setup();
  service.end = { kind: 'timeout', seconds: 15 };
  await launch();
  expect(phases).toEqual(['sending', 'checking', 'unknown']);
  expect(launchOf()?.failure.action).toContain('check in the web console for a new VM');
  await poll();
  expect(launchOf()).toMatchObject({ phase: 'launched', vmId: 'new' });
  expect(store.get().notice).toBe('An interrupted launch created fresh.');
});

test('names a new VM that is not as ordered, once, until the user forgets the launch', async () => {
  const { launch, launchOf, service, poll, part, phases, store } = await setup();
  service.created = makeVm({
    ...{ id: 'other', label: 'other', gpuType: '5090' },
    status: 'creating',
  });
  service.end = { kind: 'server', status: 500, retryAt: null, detail: 'node vm01 is busy.' };
  const said: (string | null)[] = [];
  store.subscribe(
    ({ launch }) => launch?.phase === 'checking' && said.push(launch.failure.message),
  );
  await launch();
  expect(said).toEqual(['The service answered: node vm01 is busy.']);
  expect(phases).toEqual(['sending', 'checking', 'unknown']);
  const { vmId, failure } = launchOf() ?? {};
  expect(vmId).toBe('other');
  expect(failure?.message).toBe(
    'The service answered: node vm01 is busy. A VM may have been created. New in the list since then: other.',
  );
  expect(failure?.action).toMatch(/check in the web console whether it is other: 1 × 4090 on vm01/);
  expect(`${failure?.message} ${failure?.action}`).not.toMatch(/launch again|no VM was created/i);
  await poll();
  expect([launchOf()?.phase, store.get().notice]).toEqual(['unknown', null]);
  service.end = null;
  service.created = CREATED;
  await launch();
  expect(launchOf()).toMatchObject({ phase: 'unknown', vmId: 'other' });
  await part.requests.dismissLaunch();
  await launch();
  expect(launchOf()).toMatchObject({ phase: 'launched', vmId: 'new' });
});

test('remembers the template of a VM with WebUI and Jupyter', async () => {
  const first = await setup();
  const draft = { ...DRAFT, template: '103' };
  await first.launch(draft);
  expect(first.store.get().vmTemplates).toEqual({ 'a/new': 103 });
  const { store } = await setup(first.home);
  await expect.poll(() => store.get().vmTemplates).toEqual({ 'a/new': 103 });
});

test('takes the VM of an interrupted launch for none of another account', async () => {
  const killed = await setup();
  killed.service.end = new Error('killed');
  await killed.launch();
  const next = await setup(killed.home);
  next.service.vms = killed.service.vms;
  const failure = { errors: {}, message: null, action: null };
  const launch = {
    ...{ accountId: 'b', draft: DRAFT, startedAt: 0 },
    ...({ phase: 'unknown', vmId: null, failure } as const),
  };
  next.store.set({ accounts: [ACCOUNT, { ...ACCOUNT, id: 'b' }], launch });
  for (let polls = 0; polls < 40 && next.store.get().notice === null; polls += 1) await next.poll();
  expect(next.store.get().notice).toBe('An interrupted launch created fresh.');
  expect(next.launchOf()).toBe(launch);
});

test.each([
  [true, 'An interrupted launch created fresh.'],
  [
    false,
    'An earlier launch isn’t in the list: 1 × 4090 on vm01, 50 GB disk, template 100, on demand. Check the console before you launch again.',
  ],
])(
  'resolves at the next start what a killed app had sent, created: %s',
  async (isCreating, notice) => {
    const killed = await setup();
    killed.service.end = new Error('killed');
    killed.service.isCreating = isCreating;
    expect(await killed.launch()).toBeInstanceOf(Error);
    const next = await setup(killed.home);
    next.service.vms = killed.service.vms;
    // Sent long ago.
    await new Promise((resolve) => setImmediate(resolve));
    await next.poll();
    for (let polls = 0; polls < 40 && next.store.get().notice === null; polls += 1)
      await next.poll();
    expect(next.store.get().notice).toBe(notice);
  },
);
