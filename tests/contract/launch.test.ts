import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FaultInput } from '../../simulator/index.ts';
import { systemClock as clock } from '../../src/core/clock.ts';
import {
  endLaunches,
  type LaunchOutcome,
  type LaunchPorts,
  launchVm,
} from '../../src/core/launch/launch.ts';
import { ServiceError } from '../../src/core/providers/index.ts';
import { Secret } from '../../src/core/secret.ts';
import type { OrderDraft } from '../../src/shared/domain/order-draft.ts';
import type { ProblemKind } from '../../src/shared/domain/problem.ts';
import { checkOrder, EMPTY_DRAFT } from '../../src/shared/domain/vm-order.ts';
import { unknownLaunch } from '../../src/shared/launch/launch.ts';
import { keyClient, requestsTo, simulate, temporaryFolder, vmIds } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';

const DRAFT: OrderDraft = {
  ...EMPTY_DRAFT,
  ...{ node: 'vm01', gpuType: '5090', gpuCount: '2', storageGb: '100', template: '101' },
};

const ACCOUNT = { id: 'one', baseUrl: 'https://api.example.com' };

async function setup() {
  const time = createSharedTime();
  const sim = await simulate({ vms: 3 }, time.simulatorClock);
  time.observe(sim);
  const { clock, fetch } = time;
  const client = keyClient(sim, { clock, fetch });
  const folder = await temporaryFolder();
  const phases: string[] = [];
  const earlier: string[] = [];
  const before = new Set(vmIds(sim));
  let ids = 0;

  /** Launches, and lets the time pass that this takes. */
  async function launch(draft = DRAFT, of: LaunchPorts['client'] = client, isAnyway = false) {
    const outcomes: LaunchOutcome[] = [];
    const failures: unknown[] = [];
    void launchVm(draft, null, {
      ...{ client: of, clock, folder, account: ACCOUNT, newId: () => `launch-${++ids}` },
      isAnyway,
      onPhase: (phase) => phases.push(phase),
      onEarlier: ({ id }) => earlier.push(id),
    }).then(
      (outcome) => outcomes.push(outcome),
      (error: unknown) => failures.push(error),
    );
    for (let waits = 0; outcomes.length + failures.length === 0 && waits < 40; waits += 1)
      await time.pass(15_000);
    for (const failure of failures) throw failure;
    return outcomes[0];
  }

  return {
    ...{ sim, client, launch, phases, earlier, folder, time },
    fault: (fault: FaultInput['fault'], more: Partial<FaultInput> = {}) =>
      sim.control.addFault({ method: 'POST', path: '/vms', fault, ...more }),
    created: () => vmIds(sim).filter((id) => !before.has(id)),
    sent: () => requestsTo(sim, 'POST /vms'),
    notes: () => readFile(join(folder, 'launches.json'), 'utf8'),
  };
}

test('creates one VM with one request, and forgets it', async () => {
  const { launch, created, sent, notes, phases } = await setup();
  const outcome = await launch();
  expect(outcome).toMatchObject({ kind: 'created', vm: { status: 'creating', storageGb: 100 } });
  expect([created().length, sent(), phases]).toEqual([1, 1, ['sending']]);
  expect(JSON.parse(await notes())).toEqual({ version: 1, launches: [] });
});

test.each<FaultInput['fault']>([
  { kind: 'drop-answer' },
  { kind: 'cut-body' },
  { kind: 'stall-mid-body' },
  { kind: 'wrong-types' },
])('finds the VM of an answer that was lost after the service acted: $kind', async (fault) => {
  const { launch, created, sent, phases, ...service } = await setup();
  service.fault(fault);
  const outcome = await launch();
  expect(outcome).toMatchObject({ kind: 'found', isEarlier: false, vm: { id: created()[0] } });
  expect([created().length, sent(), phases]).toEqual([1, 1, ['sending', 'checking']]);
});

test.each<[FaultInput['fault'], ProblemKind]>([
  [{ kind: 'stall-before-headers' }, 'timeout'],
  [{ kind: 'drop-connection' }, 'network'],
  [{ kind: 'status', status: 500 }, 'server'],
  [{ kind: 'html' }, 'notTheService'],
  [{ kind: 'empty-body' }, 'incompatible'],
  [{ kind: 'status', status: 429 }, 'rateLimited'],
  [{ kind: 'status', status: 404, detail: 'No' }, 'notFound'],
])(
  'does not say that there is no VM without the refusal of the service: %j',
  async (fault, problem) => {
    const { launch, created, sent, notes, ...service } = await setup();
    service.fault(fault);
    const outcome = await launch();
    expect(outcome).toMatchObject({
      kind: 'unknown',
      vms: [],
      problem: null,
      answer: { kind: problem },
    });
    expect(outcome?.kind === 'unknown' && unknownLaunch(outcome)).toMatchObject({
      message: expect.stringMatching(/\. It isn’t in the list yet\.$/),
      action: 'Check the console before you launch again.',
    });
    expect([created(), sent()]).toEqual([[], 1]);
    // It may be listed later.
    expect(JSON.parse(await notes()).launches).toHaveLength(1);
  },
);

test('finds a VM that is listed after 75 s', async () => {
  const { launch, sim, client, folder, sent, time } = await setup();
  const outcome = await launch(DRAFT, {
    listVms: client.listVms,
    createVm: () => Promise.reject(new ServiceError({ kind: 'network' })),
  });
  expect(outcome).toMatchObject({ kind: 'unknown', problem: null });
  await time.pass(15_000);
  const ports = { account: ACCOUNT, folder, clock: time.clock };
  expect(await endLaunches(await client.listVms(), ports)).toEqual([]);
  const ordered = { gpu_type: '5090', gpu_count: 2, storage_gb: 100, node: 'vm01' } as const;
  const { id } = sim.control.createVm(ordered);
  expect(await endLaunches(await client.listVms(), ports)).toMatchObject([
    { found: { kind: 'vm', vm: { id } } },
  ]);
  expect(sent()).toBe(0);
});

test('forgets after 10 min a launch that no list shows', async () => {
  const { launch, client, folder, notes, time, ...service } = await setup();
  service.fault({ kind: 'drop-connection' });
  expect(await launch()).toMatchObject({ kind: 'unknown' });
  const ports = { account: ACCOUNT, folder, clock: time.clock };
  for (let minute = 0; minute < 8; minute += 1) {
    await time.pass(60_000);
    expect(await endLaunches(await client.listVms(), ports)).toEqual([]);
  }
  await time.pass(60_000);
  expect(await endLaunches(await client.listVms(), ports)).toMatchObject([
    { found: { kind: 'none' } },
  ]);
  expect(JSON.parse(await notes()).launches).toEqual([]);
});

test.each<[FaultInput['fault'], ProblemKind]>([
  [{ kind: 'status', status: 400, detail: 'No' }, 'invalid'],
  [{ kind: 'status', status: 422, detail: 'No' }, 'invalid'],
  [{ kind: 'status', status: 401, detail: 'No' }, 'unauthorized'],
  [{ kind: 'status', status: 403, detail: 'No' }, 'forbidden'],
])('asks no further after a refusal: %j', async (fault, problem) => {
  const { launch, phases, notes, ...service } = await setup();
  service.fault(fault);
  expect(await launch()).toMatchObject({ kind: 'refused', problem: { kind: problem } });
  expect([service.created(), phases]).toEqual([[], ['sending']]);
  expect(JSON.parse(await notes())).toHaveProperty('launches', []);
});

test('sends nothing while the VMs cannot be listed', async () => {
  const { launch, sent, ...service } = await setup();
  service.fault({ kind: 'status', status: 503 }, { method: 'GET' });
  expect(await launch()).toMatchObject({ kind: 'refused', problem: { kind: 'server' } });
  expect(sent()).toBe(0);
});

test('knows nothing until the VMs can be listed, and then finds the VM instead of creating another', async () => {
  const { launch, created, sent, sim, ...service } = await setup();
  service.fault({ kind: 'drop-answer' });
  service.fault({ kind: 'status', status: 503 }, { method: 'GET', after: 1 });
  expect(await launch()).toMatchObject({ kind: 'unknown', problem: { kind: 'server' } });
  expect(await launch()).toMatchObject({ kind: 'unknown' });
  sim.control.clearFaults();
  expect(await launch()).toMatchObject({
    ...{ kind: 'found', isEarlier: true, vm: { id: created()[0] } },
  });
  expect([created().length, sent()]).toEqual([1, 1]);
  expect(await launch()).toMatchObject({ kind: 'created' });
  expect(created()).toHaveLength(2);
});

test.each([true, false])(
  'resolves a launch whose program was killed, created: %s',
  async (acts) => {
    const { launch, client, created, sent, earlier } = await setup();
    const killed = launch(DRAFT, {
      listVms: client.listVms,
      async createVm(order) {
        if (acts) await client.createVm(order);
        throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    const other = await launch({ ...DRAFT, storageGb: '60' });
    expect(other).toMatchObject({ kind: 'created', vm: { storageGb: 60 } });
    const [, first] = created();
    expect(earlier).toEqual(acts ? [first] : []);
    expect(sent()).toBe(acts ? 2 : 1);
  },
);

/** What becomes of an order while its answer gets lost. */
type Act = 'none' | 'created' | 'another';

test.each<[string, Act, FaultInput['fault'] | 'old', Partial<LaunchOutcome>]>([
  ['a 500', 'created', { kind: 'status', status: 500, detail: 'boom' }, { kind: 'found' }],
  ['a 404', 'created', { kind: 'status', status: 404, detail: 'boom' }, { kind: 'found' }],
  ['a 409', 'created', { kind: 'status', status: 409, detail: 'boom' }, { kind: 'found' }],
  ['a 409', 'none', { kind: 'status', status: 409, detail: 'boom' }, { kind: 'unknown', vms: [] }],
  ['a 409', 'another', { kind: 'status', status: 409, detail: 'boom' }, { kind: 'unknown' }],
  ['a 408', 'created', { kind: 'status', status: 408, detail: 'boom' }, { kind: 'found' }],
  ['a dropped connection', 'created', { kind: 'drop-connection' }, { kind: 'found' }],
  ['a dropped connection', 'another', { kind: 'drop-connection' }, { kind: 'unknown' }],
  ['a 201 with a VM of before', 'none', 'old', { kind: 'unknown', vms: [] }],
  ['a 201 with a VM of before', 'created', 'old', { kind: 'found' }],
  ['a 201 with a VM of before', 'another', 'old', { kind: 'unknown' }],
])('looks a VM up after %s, while the VM is: %s', async (_, act, fault, outcome) => {
  const { launch, client, sim, sent, ...service } = await setup();
  const ordered = { gpu_type: '5090', gpu_count: 2, storage_gb: 100 } as const;
  const { id: before } = sim.control.createVm({ ...ordered, node: 'vm01' });
  const body = { id: before, status: 'creating' };
  service.fault(fault === 'old' ? { kind: 'json', status: 201, body } : fault);
  let id: string | undefined;
  const ended = await launch(DRAFT, {
    listVms: client.listVms,
    createVm(order) {
      const node = act === 'another' ? 'vm05' : 'vm01';
      if (act !== 'none') ({ id } = sim.control.createVm({ ...ordered, node }));
      return client.createVm(order);
    },
  });
  expect(ended).toMatchObject(outcome);
  if (outcome.kind === 'found') expect(ended).toMatchObject({ vm: { id } });
  if (outcome.kind !== 'unknown' || act === 'none') return;
  expect(ended).toMatchObject({ vms: [{ id }] });
  // Nothing else is sent while that VM is unexplained, until the user says so.
  expect(await launch()).toMatchObject({ kind: 'unknown', answer: null, vms: [{ id }] });
  expect(sent()).toBe(1);
  sim.control.clearFaults();
  expect(await launch(DRAFT, client, true)).toMatchObject({ kind: 'created' });
  expect(sent()).toBe(2);
});

test('sends nothing where the notes of earlier launches cannot be read', async () => {
  const { launch, sent, folder } = await setup();
  await writeFile(join(folder, 'launches.json'), '{"version": 2}');
  await expect(launch()).rejects.toThrow(/newer version of GPU Tray\. Update GPU Tray/);
  expect(sent()).toBe(0);
});

const WRONG = ['', '0', '3', '49', '50.5', '1e3', '99', '105', '\n', 'spot', 'h100'];

const mostly = (...valid: string[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...valid) }, fc.constantFrom(...WRONG));

const password = fc.string({ minLength: 11, maxLength: 14, unit: 'grapheme' });
const rentals = fc.oneof(
  fc.constantFrom(['on_demand', ''], ['interruptible', ''], ['reserved', '3'], ['reserved', '6']),
  fc.tuple(mostly('on_demand', 'reserved'), mostly('', '1')),
);
const logins = fc.oneof(
  fc.constantFrom(['ssh_key', '', null], ['ssh_key', 'key', null]),
  fc.tuple(fc.constant('password'), fc.constant(''), password),
  fc.tuple(mostly('ssh_key', 'password'), mostly('', 'key'), fc.option(password)),
);

/** Drafts, mostly valid, with a password or null. */
const drafts = fc.tuple(rentals, logins).chain(([[rental = '', months = ''], login]) => {
  const [method, sshKeyId, typed] = login;
  const draft: fc.Arbitrary<OrderDraft> = fc.record({
    // Of a node, only the form of its id is documented.
    node: fc.constantFrom('vm01', ' vm05', 'vm01', 'vm01', '', '\n'),
    gpuType: mostly('5090'),
    gpuCount: mostly('1', '2', '4', '8'),
    storageGb: mostly('50', '5000'),
    template: mostly('100', '101', '102', '103', '104'),
    ...{ rental: fc.constant(rental), months: fc.constant(months) },
    ...{ login: fc.constant(method ?? ''), sshKeyId: fc.constant(sshKeyId ?? '') },
  });
  return fc.tuple(draft, fc.constant(typed ?? null));
});

/** The document's rules, once more: the form of an order that may be sent. */
function isAllowed(draft: OrderDraft, password: string | null): boolean {
  const isReserved = draft.rental === 'reserved';
  const hasPassword = draft.login === 'password';
  return (
    /^ ?vm\d\d$/.test(draft.node) &&
    draft.gpuType === '5090' &&
    /^[1248]$/.test(draft.gpuCount) &&
    /^\d+$/.test(draft.storageGb) &&
    Number(draft.storageGb) >= 50 &&
    /^10[0-4]$/.test(draft.template) &&
    /^(on_demand|interruptible|reserved)$/.test(draft.rental) &&
    (isReserved ? /^[136]$/ : /^$/).test(draft.months) &&
    /^(ssh_key|password)$/.test(draft.login) &&
    (hasPassword ? password !== null && [...password].length >= 12 : password === null) &&
    (!hasPassword || draft.sshKeyId === '')
  );
}

test('sends every order that the document allows, which the service accepts, and no other', async () => {
  const sim = await simulate({
    vms: 0,
    vmOperationsPerMinute: 1_000_000,
    readsPerMinute: 1_000_000,
  });
  const [{ sshKeys = [] } = {}] = sim.control.state().accounts;
  const client = keyClient(sim);
  const folder = await temporaryFolder();
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(drafts, async ([typed, password]) => {
      const draft = typed.sshKeyId === '' ? typed : { ...typed, sshKeyId: sshKeys[0] ?? '' };
      const allowed = isAllowed(draft, password);
      expect(checkOrder(draft, password === null ? null : [...password].length).ok).toBe(allowed);
      sim.control.setBalance(1_000_000);
      const before = requestsTo(sim, 'POST /vms');
      const ports = { client, clock, folder, account: ACCOUNT, newId: () => 'id' };
      const secret = password === null ? null : new Secret(password);
      const outcome = await launchVm(draft, secret, ports);
      sent += requestsTo(sim, 'POST /vms') - before;
      expect(outcome.kind).toBe(allowed ? 'created' : 'invalid');
    }),
    { numRuns: 300 },
  );
  expect(sent).toBeGreaterThan(30);
});
