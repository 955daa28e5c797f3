import { expect, test } from 'vitest';
import { makeVm } from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import type { LaunchOrder } from '../../shared/launch/order.ts';
import { LOCAL_KEY, OFFER, ORDER } from '../../shared/launch/testing/launch.ts';
import { temporaryFolder } from '../files/testing/temporary-folder.ts';
import { ServiceError } from '../providers/index.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import {
  accountKey,
  dismissLaunch,
  type LaunchPorts,
  type LaunchRequest,
  rentVm,
  settleLaunches,
} from './launch.ts';
import { readLaunches, readNotes } from './launch-notes.ts';
import { createFakeProvider, LOST, passTime } from './testing/renting.ts';

const ACCOUNT = { id: 'mine', baseUrl: 'https://api.example.com' };

const REQUEST: LaunchRequest = {
  ...{ order: ORDER, password: null, maxPerHour: 2, mayAddKey: false, stopLater: null },
};

async function launching() {
  const { service, client } = createFakeProvider();
  const clock = createVirtualClock();
  const folder = await temporaryFolder();
  let count = 0;
  const base = { account: ACCOUNT, clock, folder };
  const newId = () => `0000000${++count}-0`;
  async function launch(request: Partial<LaunchRequest> = {}, more: Partial<LaunchPorts> = {}) {
    const ports = { ...base, client, newId, ...more };
    let isDone = false;
    const ending = rentVm({ ...REQUEST, ...request }, ports).finally(() => {
      isDone = true;
    });
    ending.catch(() => {});
    await passTime(clock, () => isDone);
    return ending;
  }
  type OnListed = Parameters<typeof settleLaunches>[1]['onListed'];
  const settle = async (onListed: OnListed = async () => {}) =>
    settleLaunches(await client.listVms(), { ...base, renting: client.renting, onListed });
  const notes = () => readNotes(folder, accountKey(ACCOUNT));
  return { service, client, clock, folder, base, launch, settle, notes };
}

const unknown = { kind: 'unknown', problem: LOST, vmId: null } as const;
const refused = { kind: 'refused', problem: { kind: 'invalid', detail: 'sold out' } } as const;

type Service = Awaited<ReturnType<typeof launching>>['service'];

test.each<[string, Partial<Service>, object, { vms: number; notes: number }]>([
  ['is created', {}, { kind: 'created', vmId: 'vm0' }, { vms: 1, notes: 0 }],
  ['is refused', { answer: refused }, { kind: 'refused' }, { vms: 0, notes: 0 }],
  [
    'loses its answer after creating',
    { answer: unknown },
    { kind: 'found', vm: { id: 'vm0' } },
    { vms: 1, notes: 0 },
  ],
  [
    'answers an error that names the VM',
    { answer: unknown, isVmNamed: true, isUnmarked: true },
    { kind: 'found', answer: LOST, vm: { id: 'vm0' } },
    { vms: 1, notes: 0 },
  ],
  [
    'names a VM that is not listed',
    { answer: { ...unknown, vmId: 'x' }, creates: 0 },
    { kind: 'unknown', vmId: 'x' },
    { vms: 0, notes: 1 },
  ],
  [
    'loses its answer without creating',
    { answer: unknown, creates: 0 },
    { kind: 'unknown', vms: [], problem: null },
    { vms: 0, notes: 1 },
  ],
  [
    'cannot be looked for',
    { answer: unknown, isListed: false },
    { kind: 'unknown', problem: { kind: 'network' } },
    { vms: 1, notes: 1 },
  ],
  [
    'creates two VMs',
    { answer: unknown, creates: 2 },
    { kind: 'unknown', isAlarm: true, vms: [{ id: 'vm0' }, { id: 'vm1' }] },
    { vms: 2, notes: 1 },
  ],
  [
    'creates two VMs and names one',
    { answer: unknown, creates: 2, isVmNamed: true },
    { kind: 'unknown', isAlarm: true, vms: [{ id: 'vm0' }, { id: 'vm1' }] },
    { vms: 2, notes: 1 },
  ],
])('an order that %s is sent once', async (_, fault, outcome, { vms, notes: count }) => {
  const { service, launch, notes } = await launching();
  Object.assign(service, fault);
  expect(await launch()).toMatchObject(outcome);
  expect(service.orders).toHaveLength(1);
  expect(service.vms).toHaveLength(vms);
  expect(await notes()).toHaveLength(count);
});

test('an order is not sent where the credential cannot be read', async () => {
  const { service, launch, notes } = await launching();
  Object.assign(service, { answer: new ServiceError({ kind: 'dns' }), creates: 0 });
  expect(await launch()).toMatchObject({ kind: 'refused', problem: { kind: 'dns' } });
  expect(await notes()).toEqual([]);
});

const at = (perHour: number, minBid: number | null = null) => ({
  ...OFFER,
  price: { ...OFFER.price, perHour, minBid },
});

const GPU = { family: 'H100', form: 'SXM', vramGb: 80 };
const L4 = { ...OFFER, gpu: null, gpuText: 'L4 slice' };
const UNKNOWN_GPU = { ...OFFER, gpu: null, gpuText: 'Foo 9000' };

test.each<[string, Service['quote'], Partial<LaunchRequest>, boolean]>([
  ['costs as much', at(2), {}, true],
  ['costs less', at(1), {}, true],
  ['costs half a cent more', at(2.005), {}, false],
  ['costs more', at(2.1), {}, false],
  ['is sold out', { ...OFFER, stock: 'none' }, {}, false],
  ['is gone', null, {}, false],
  ['has fewer GPUs now', { ...OFFER, gpuCount: 0 }, {}, false],
  ['is of another GPU now', L4, {}, false],
  ['has another memory now', { ...OFFER, gpu: { ...GPU, vramGb: 40 } }, {}, false],
  ['has another form now', { ...OFFER, gpu: { ...GPU, form: 'PCIe' } }, {}, false],
  ['is of another unknown GPU now', UNKNOWN_GPU, { order: { ...ORDER, offer: L4 } }, false],
  ['is of an unknown GPU as before', L4, { order: { ...ORDER, offer: L4 } }, true],
  ['has an unknown price now', { ...OFFER, price: { ...OFFER.price, perHour: null } }, {}, false],
  ['was confirmed without a price', at(9), { maxPerHour: null }, true],
  ['takes the bid', at(2.5, 2), { order: { ...ORDER, bid: 2.2 }, maxPerHour: 2.7 }, true],
  ['has a higher least bid', at(2.5, 2.4), { order: { ...ORDER, bid: 2.2 }, maxPerHour: 3 }, false],
])('an offer that %s', async (name, quote, request, isSent) => {
  const { service, launch } = await launching();
  service.quote = quote;
  const outcome = await launch(request);
  expect(service.orders).toHaveLength(isSent ? 1 : 0);
  if (isSent) expect(outcome.kind).toBe('created');
  else
    expect(outcome).toMatchObject({
      kind: 'unsent',
      newOffer: /^(costs|has an unknown price|has a higher)/.test(name) ? quote : null,
    });
});

const registered = (publicKey: string | null) => [{ id: 'k', name: 'laptop', publicKey }];

test.each<[string, Service['keys'], boolean, LaunchOrder['login'] | null, number]>([
  ['sends a key with the order', null, false, ORDER.login, 0],
  ['names the same key', registered(`${LOCAL_KEY} x`), true, { method: 'registered', id: 'k' }, 0],
  ['refuses a key that the account lacks', registered(null), false, null, 0],
  ['adds the key if it may', registered(null), true, { method: 'registered', id: 'added' }, 1],
])('%s', async (_, keys, mayAddKey, login, added) => {
  const { service, launch } = await launching();
  service.keys = keys;
  const outcome = await launch({ mayAddKey });
  expect(service.orders.map((order) => order.login)).toEqual(login === null ? [] : [login]);
  expect(service.added).toHaveLength(added);
  if (login === null)
    expect(outcome).toMatchObject({
      kind: 'unsent',
      text: { errors: { login: expect.stringMatching(/doesn/) } },
    });
});

test('names an added key by its own hash: each key differs, and a repeated launch adds it once', async () => {
  const { service, launch } = await launching();
  service.keys = [];
  for (const publicKey of [LOCAL_KEY, `${LOCAL_KEY} lea@desk`, `${LOCAL_KEY.slice(0, -1)}B`])
    await launch({
      mayAddKey: true,
      order: { ...ORDER, login: { method: 'publicKey', publicKey } },
    });
  const [first = '', same, other] = service.added;
  expect(first).toMatch(/^gpu-tray-[0-9a-f]{8}$/);
  expect([same === first, other === first]).toEqual([true, false]);
});

test('sends nothing while an earlier launch is unknown, until the user has looked', async () => {
  const { service, launch, base, clock } = await launching();
  Object.assign(service, { answer: unknown, creates: 0 });
  await launch();
  await clock.advance(24 * 3_600_000);
  expect(await launch()).toMatchObject({ kind: 'unknown', answer: null });
  expect(service.orders).toHaveLength(1);
  await dismissLaunch('00000001', base);
  Object.assign(service, { answer: null, creates: 1 });
  expect(await launch()).toMatchObject({ kind: 'created' });
});

test.each<[string, Partial<LaunchOrder>]>([
  ['the same order', {}],
  ['the same GPUs by another offer', { offer: { ...OFFER, offer: 'H100/secure/1/EU-SE-1' } }],
])('finds the VM of an interrupted launch and sends nothing for %s', async (_, change) => {
  const { service, launch, notes } = await launching();
  Object.assign(service, { answer: unknown, isListed: false });
  await launch();
  service.isListed = true;
  expect(await launch({ order: { ...ORDER, ...change } })).toMatchObject({
    kind: 'found',
    answer: null,
    vm: { id: 'vm0' },
  });
  expect(service.orders).toHaveLength(1);
  expect(await notes()).toEqual([]);
});

test('launches again where the VM of an interrupted launch was destroyed', async () => {
  const { service, launch } = await launching();
  Object.assign(service, { answer: unknown, isListed: false });
  await launch();
  const vms = service.vms.map((vm): Vm => ({ ...vm, phase: 'destroyed' }));
  Object.assign(service, { answer: null, isListed: true, vms });
  expect(await launch()).toMatchObject({ kind: 'created', vmId: 'vm1' });
});

test('settles a launch once its VM is listed with a rate', async () => {
  const { service, launch, settle, notes } = await launching();
  const listed: string[] = [];
  const onListed = async () => void listed.push('listed');
  await launch({ stopLater: '4h' }, { isFollowed: true });
  const [vm] = service.vms;
  if (vm === undefined) throw new Error('no VM');
  service.vms = [];
  expect(await settle(onListed)).toEqual([]);
  service.vms = [{ ...vm, rates: { ...vm.rates, running: null } }];
  expect(await settle(onListed)).toEqual([]);
  expect(listed).toEqual(['listed']);
  service.vms = [{ ...vm, phase: 'starting', rates: { ...vm.rates, running: null } }];
  expect(await settle(onListed)).toEqual([]);
  service.vms = [vm];
  expect(await settle(onListed)).toMatchObject([
    { outcome: { kind: 'found' }, note: { mark: '00000001' } },
  ]);
  expect([listed, await notes()]).toEqual([['listed'], []]);
});

test('remembers how a VM was launched that was gone before a list showed it', async () => {
  const { service, clock, launch, settle, folder } = await launching();
  await launch({}, { isFollowed: true });
  service.vms = [];
  await clock.advance(600_000);
  await settle();
  expect(await readLaunches(folder)).toMatchObject([{ vmId: 'vm0', phase: 'ended' }]);
});

test('keeps the auto-stop of a launch whose VM a command finds', async () => {
  const { service, launch, settle, notes } = await launching();
  Object.assign(service, { answer: unknown, isListed: false });
  await launch({ stopLater: '4h' }, { isFollowed: true });
  service.isListed = true;
  expect(await launch()).toMatchObject({ kind: 'found', answer: null });
  const stops: unknown[] = [];
  await settle(async ({ stopLater }) => void stops.push(stopLater));
  expect([stops, await notes()]).toEqual([['4h'], []]);
});

test('names each unknown launch before one is sent anyway', async () => {
  const { service, client, launch, settle } = await launching();
  await launch({}, { isFollowed: true });
  Object.assign(service, { answer: unknown, creates: 0 });
  await launch();
  service.vms = service.vms.flatMap((vm) => [vm, { ...vm, id: 'other' }]);
  await settle();
  expect(await launch()).toMatchObject({ isAlarm: true });
  Object.assign(service, { answer: null, creates: 1 });
  expect(await launch({}, { isAnyway: true })).toMatchObject({ isAlarm: false, answer: null });
  expect(service.orders).toHaveLength(2);
  expect(await launch({}, { isAnyway: true })).toMatchObject({ kind: 'created' });
  expect((await client.listVms()).vms).toHaveLength(3);
});

test('says that a created launch has two VMs, until the user has looked', async () => {
  const { service, launch, settle, notes, base } = await launching();
  await launch({}, { isFollowed: true });
  service.vms = service.vms.flatMap((vm) => [vm, { ...vm, id: 'other' }]);
  const several = { outcome: { isAlarm: true, vms: [{ id: 'vm0' }, { id: 'other' }] } };
  expect(await settle()).toMatchObject([several]);
  expect(await settle()).toMatchObject([several]);
  await dismissLaunch('00000001', base);
  expect(await notes()).toEqual([]);
});

test.each([
  ['no list shows', { vms: [], skipped: 0, isComplete: true }],
  ['no list is complete', { vms: [], skipped: 1, isComplete: true }],
])('keeps an unknown launch where %s', async (_, list) => {
  const { service, client, launch, base, notes, clock } = await launching();
  Object.assign(service, { answer: unknown, creates: 0 });
  await launch();
  await clock.advance(3_600_000);
  const ports = { ...base, renting: client.renting, onListed: async () => {} };
  expect(await settleLaunches(list, ports)).toMatchObject([{ outcome: { kind: 'unknown' } }]);
  expect(await notes()).toHaveLength(1);
});

/** A provider whose VMs carry no mark, and are all as ordered. */
async function unmarked() {
  const at = await launching();
  const { service, client } = at;
  service.isUnmarked = true;
  Object.assign(client.renting, { isAsOrdered: () => true });
  return { ...at, vm: (id: string) => makeVm({ id, status: 'running', createdAt: null }) };
}

test('takes no VM of another launch for a VM that was created and is not listed yet', async () => {
  const { service, launch, settle, vm } = await unmarked();
  await launch({ stopLater: '4h' }, { isFollowed: true });
  service.vms = [vm('of-others')];
  const listed: string[] = [];
  await settle(async (_note, { id }) => void listed.push(id));
  expect(listed).toEqual([]);
});

test('takes no VM of before for the launched one, although the answer names it', async () => {
  const { service, client, launch, settle, notes, vm } = await unmarked();
  service.vms = [vm('old')];
  Object.assign(client.renting, { send: async () => ({ kind: 'created', vmId: 'old', vm: null }) });
  const outcome = await launch({ stopLater: '4h' }, { isFollowed: true });
  expect(outcome).toMatchObject({ kind: 'unknown', vms: [], vmId: null });
  const listed: string[] = [];
  await settle(async (_note, { id }) => void listed.push(id));
  expect([listed, (await notes()).length]).toEqual([[], 1]);
});

test('takes no VM of the launch before, which the list lacked, for that of a lost answer', async () => {
  const { service, launch } = await unmarked();
  await launch();
  const [earlier] = service.vms;
  Object.assign(service, { answer: unknown, creates: 0, vms: [] });
  const second = launch({}, { onPhase: () => Object.assign(service, { vms: [earlier] }) });
  expect(await second).toMatchObject({ kind: 'unknown', vms: [] });
});

test('takes no VM that a list with gaps may have lacked for that of a lost answer', async () => {
  const { service, client, launch, vm } = await unmarked();
  Object.assign(service, { answer: unknown, creates: 0, vms: [vm('old')] });
  const listVms = async () => {
    const isSent = service.orders.length > 0;
    return { vms: isSent ? service.vms : [], skipped: isSent ? 0 : 1, isComplete: true };
  };
  const outcome = await launch({}, { client: { ...client, listVms } });
  expect(outcome).toMatchObject({ kind: 'unknown', vms: [{ id: 'old' }] });
});

test('calls no VM new that is older than the newest one before', async () => {
  const { service, launch, vm } = await unmarked();
  const made = (id: string, day: string) => ({ ...vm(id), createdAt: `2020-01-${day}T00:00:00Z` });
  service.vms = [made('newest', '02')];
  Object.assign(service, { answer: unknown, creates: 0 });
  const older = { ...service, vms: [made('older', '01')] };
  const outcome = await launch({}, { onPhase: () => Object.assign(service, { vms: older.vms }) });
  expect(outcome).toMatchObject({ kind: 'unknown', vms: [] });
});
