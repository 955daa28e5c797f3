import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AccountState,
  UNKNOWN_STATE,
  type VmList,
} from '../../shared/domain/account-state.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { billedAt, makeRates, makeVmList } from '../../shared/domain/testing/records.ts';
import { asUnconfirmed, type Vm } from '../../shared/domain/vm.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createAbsences } from './absences.ts';
import { confirmMissing, pollAccount, readAccount } from './poll-account.ts';
import { applyReadings } from './snapshot.ts';
import { type FakeClient, fakeClient } from './testing/fake-client.ts';
import { failure, vm } from './testing/records.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const BROKEN: Problem = { kind: 'server', status: 500, retryAt: null };

/** No run is known. */
const withRuns = (_: VmList | null, list: VmList) => list;
const many = (count: number) => Array.from({ length: count }, (_, index) => vm(`vm-${index}`));
const ids = (vms: readonly Vm[]) => vms.map(({ id }) => id);

/** An account with complete lists that lack VMs. */
function setup(client: FakeClient = fakeClient()) {
  const clock = createVirtualClock();
  const absences = createAbsences(clock);
  const { signal } = new AbortController();
  const confirm = async (missing: readonly Vm[], isProof = true) => {
    const vms = await confirmMissing(missing, isProof, { client, absences, signal });
    const { lost = [], found = [] } = Object.groupBy(vms, ({ phase }) =>
      phase === 'unconfirmed' ? 'lost' : 'found',
    );
    return { found, unconfirmed: lost };
  };
  return { client, clock, confirm, absences };
}

describe('a VM that a complete list lacks', () => {
  test('causes no lookup when none is missing', async () => {
    const { client, confirm } = setup();
    expect(await confirm([])).toEqual({ found: [], unconfirmed: [] });
    expect(client.asked).toEqual([]);
  });

  test.each<[string, Partial<Vm> | null, string[]]>([
    ['is found with its current record', { status: 'stopping' }, ['a']],
    ['is gone when the service does not find it', null, []],
    ['is gone when it is destroyed', { status: 'destroyed' }, []],
  ])('%s', async (_, change, found) => {
    const { client, confirm } = setup();
    if (change !== null) client.single.set('a', { value: vm('a', change) });
    const result = await confirm([vm('a')]);
    expect(ids(result.found)).toEqual(found);
    expect(result.unconfirmed).toEqual([]);
    if (change !== null && found.length > 0) expect(result.found).toEqual([vm('a', change)]);
    expect(client.asked).toEqual(['vm a']);
  });

  test.each<Problem>([
    { kind: 'network' },
    { kind: 'timeout', seconds: 15 },
    BROKEN,
    { kind: 'rateLimited', retryAt: null },
    { kind: 'forbidden', detail: null },
    { kind: 'unauthorized', credential: 'apiKey' },
    { kind: 'notTheService', found: 'webPage' },
    { kind: 'incompatible', endpoint: 'GET /vms/{vm_id}', found: 'null' },
  ])('is unconfirmed with its last record when the lookup fails with %j', async (problem) => {
    const { client, confirm } = setup();
    const known = vm('a');
    client.single.set('a', { problem });
    const { unconfirmed } = await confirm([known]);
    expect(unconfirmed).toEqual([asUnconfirmed(known)]);
  });

  test('is gone after two complete lists and five minutes without an answer', async () => {
    const { client, clock, confirm } = setup();
    client.single.set('a', { problem: BROKEN });
    const isUnconfirmed = async () => (await confirm([vm('a')])).unconfirmed.length === 1;
    expect(await isUnconfirmed()).toBe(true);
    await clock.advance(5 * MINUTE - 1);
    expect(await isUnconfirmed()).toBe(true);
    await clock.advance(1);
    expect(await isUnconfirmed()).toBe(false);
  });

  test.each<[string, (setup: ReturnType<typeof setUpBroken>) => Promise<unknown>]>([
    ['was back on the list meanwhile', ({ confirm }) => confirm([])],
    [
      'was found by id meanwhile',
      async ({ client, confirm }) => {
        client.single.set('a', { value: vm('a') });
        await confirm([vm('a')]);
        client.single.set('a', { problem: BROKEN });
      },
    ],
    ['may be an unreadable record', ({ confirm }) => confirm([vm('a')], false)],
    ['was missing from one list only', async () => {}],
  ])('is not gone after five minutes when it %s', async (_, meanwhile) => {
    const broken = setUpBroken();
    const { clock, confirm } = broken;
    if (meanwhile.length > 0) await confirm([vm('a')]);
    await clock.advance(4 * MINUTE);
    await meanwhile(broken);
    await clock.advance(MINUTE);
    expect((await confirm([vm('a')])).unconfirmed).toHaveLength(1);
  });

  test('is not awaited when the poll is cancelled', async () => {
    const client = fakeClient();
    client.single.set('a', 'never');
    const controller = new AbortController();
    const { signal } = controller;
    const absences = createAbsences(createVirtualClock());
    const asking = confirmMissing([vm('a')], true, {
      client,
      absences,
      signal,
    });
    controller.abort(new Error('cancelled'));
    await expect(asking).rejects.toThrow('cancelled');
  });
});

function setUpBroken() {
  const broken = setup();
  broken.client.single.set('a', { problem: BROKEN });
  return broken;
}

describe('many missing VMs', () => {
  test('are looked up twenty per list, the most expensive first', async () => {
    const { client, confirm } = setup();
    const known = many(50).map((one, index) => ({ ...one, billed: billedAt(index) }));
    const { found, unconfirmed } = await confirm(known);
    expect(client.asked.toSorted()).toEqual(
      known
        .slice(30)
        .map(({ id }) => `vm ${id}`)
        .toSorted(),
    );
    expect([found, unconfirmed]).toEqual([[], known.slice(0, 30).map(asUnconfirmed)]);
  });

  test('are all looked up within a few lists, even if the first lookups fail', async () => {
    const { client, clock, confirm } = setup();
    const known = many(50);
    for (const { id } of known.slice(0, 30)) client.single.set(id, { problem: BROKEN });
    let left: readonly Vm[] = known;
    for (let lists = 0; lists < 4; lists += 1) {
      ({ unconfirmed: left } = await confirm(left));
      await clock.advance(30 * SECOND);
    }
    expect(left).toEqual(known.slice(0, 30).map(asUnconfirmed));
  });

  test('that are found stay found between their lookups, for hours', async () => {
    const { client, clock, confirm } = setup();
    const known = many(50);
    for (const one of known) client.single.set(one.id, { value: one });
    for (let lists = 0; lists < 3; lists += 1) {
      await confirm(known);
      await clock.advance(30 * SECOND);
    }
    for (let lists = 0; lists < 200; lists += 1) {
      expect(await confirm(known)).toEqual({ found: known, unconfirmed: [] });
      await clock.advance(30 * SECOND);
    }
  });

  const step = fc.record({
    listed: fc.uniqueArray(fc.nat(60), { maxLength: 60 }),
    answer: fc.constantFrom('gone', 'broken', 'found'),
    afterMs: fc.integer({ min: 0, max: 3 * MINUTE }),
  });

  /** What `GET /vms/{vm_id}` says about them. */
  function answerAll(client: FakeClient, vms: readonly Vm[], answer: string): void {
    client.single.clear();
    if (answer === 'gone') return;
    for (const one of vms)
      client.single.set(one.id, answer === 'found' ? { value: vm(one.id) } : { problem: BROKEN });
  }

  test('do not pile up, whatever the ids are and however the lookups end', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { client, clock, confirm } = setup();
      let since = new Map<string, number>();
      let known: readonly Vm[] = [];
      for (const { listed, answer, afterMs } of steps) {
        const list = listed.map((id) => vm(`${id}`));
        const missing = known.filter(({ id }) => !listed.includes(Number(id)));
        answerAll(client, missing, answer);
        const asked = client.asked.length;
        const { found, unconfirmed } = await confirm(missing);
        expect(client.asked.length - asked).toBeLessThanOrEqual(20);
        const now = clock.monotonic();
        since = new Map(unconfirmed.map(({ id }) => [id, since.get(id) ?? now]));
        expect(now - Math.min(now, ...since.values())).toBeLessThan(5 * MINUTE);
        known = [...list, ...found, ...unconfirmed];
        await clock.advance(afterMs);
      }
    });
    await fc.assert(property, { numRuns: 100 });
  });
});

test.each([
  ['is whole', 0, true, 0.44, false],
  ['leaves out a record that cannot be read', 1, true, 0.44, true],
  ['leaves out VMs that the list lacks', 0, false, 0.44, true],
])('a rate that is the sum of the VMs %s', async (_, skipped, isComplete, perHour, isAtLeast) => {
  const running = vm('a', { rates: makeRates({ now: { perHour: 0.44, isAtLeast: false } }) });
  const client = {
    listVms: async () => ({ items: [running], skipped, isComplete }),
    getVm: async () => running,
  };
  const { spend: read } = await readAccount(client, new AbortController().signal);
  expect(read.value).toMatchObject({ perHour, isAtLeast });
});

test.each([
  ['a record is unreadable', 3, {}],
  ['the provider bills what no record shows', 0, { isRateAtLeast: true }],
])('a rate without a VM is unknown, not $0, where %s', async (_, skipped, of) => {
  const client = {
    listVms: async () => ({ items: [], skipped, isComplete: true }),
    getVm: async () => vm('a'),
    ...of,
  };
  const { spend: read } = await readAccount(client, new AbortController().signal);
  expect(read.value).toMatchObject({ perHour: null, isAtLeast: true });
});

test('a rate that is the sum of the VMs keeps one that a list lacks until it is gone', async () => {
  const { signal } = new AbortController();
  const a = vm('a', { rates: makeRates({ now: { perHour: 0.44, isAtLeast: false } }) });
  const b = vm('b', { rates: makeRates({ now: { perHour: 0.3, isAtLeast: false } }) });
  const client = {
    listVms: async () => ({ items: [a], skipped: 0, isComplete: true }),
    getVm: () => Promise.reject(failure(BROKEN)),
  };
  const state = { ...UNKNOWN_STATE, vms: { value: makeVmList([a, b]), problem: null } };
  const absences = createAbsences(createVirtualClock());
  const read = await pollAccount({ client, state, absences, asksVms: true, signal, withRuns });
  expect(read.spend).toMatchObject({ value: { perHour: 0.74, isAtLeast: false } });
});

test('a rate that is the sum of the VMs stays where an unfinished list follows a finished one', async () => {
  const a = vm('a', { rates: makeRates({ now: { perHour: 0.44, isAtLeast: false } }) });
  const b = vm('b', { rates: makeRates({ now: { perHour: 0.3, isAtLeast: false } }) });
  const lists = [
    { items: [a, b], skipped: 0, isComplete: true },
    { items: [a], skipped: 0, isComplete: false },
  ];
  const client = {
    listVms: async () => lists.shift() ?? { items: [], skipped: 0, isComplete: true },
    getVm: () => Promise.reject(failure(BROKEN)),
  };
  const absences = createAbsences(createVirtualClock());
  const { signal } = new AbortController();
  const poll = async (state: AccountState) =>
    applyReadings(
      state,
      await pollAccount({ client, state, absences, asksVms: true, signal, withRuns }),
    );
  const { spend } = await poll(await poll(UNKNOWN_STATE));
  expect(spend).toMatchObject({ value: { perHour: 0.74 }, problem: { kind: 'incompleteList' } });
});

test.each([
  ['is still found by its id', true],
  ['cannot be looked up', false],
])('a VM that lists lack for five minutes and that %s', async (_, isFound) => {
  const clock = createVirtualClock();
  const absences = createAbsences(clock);
  const state = { ...UNKNOWN_STATE, vms: { value: makeVmList([vm('a')]), problem: null } };
  const poll = async (isAnswered: boolean) => {
    const client = {
      listVms: async () => ({ items: [], skipped: 0, isComplete: true }),
      getVm: async (id: string) => (isAnswered ? vm(id) : Promise.reject(failure(BROKEN))),
    };
    const { signal } = new AbortController();
    const { vms } = await pollAccount({
      ...{ client, state, absences, asksVms: true, signal, withRuns },
    });
    return vms.kind === 'value' ? vms.value : null;
  };
  const phases = async (isAnswered: boolean) =>
    (await poll(isAnswered))?.vms.map(({ phase }) => phase);
  expect(await phases(false)).toEqual(['unconfirmed']);
  await clock.advance(5 * 60_000);
  expect(await phases(isFound)).toEqual(isFound ? ['running'] : []);
});

test.each<[string, 'value' | Problem, readonly string[], readonly string[]]>([
  ['is listed when the service finds it', 'value', ['a', 'old'], []],
  ['is gone when the service does not', { kind: 'notFound', detail: null }, ['a'], ['old']],
  ['is kept without an answer', BROKEN, ['a'], []],
])('a VM that only our files name %s', async (_, answer, listed, gone) => {
  const clock = createVirtualClock();
  const client = fakeClient({ vms: { value: [vm('a')] } });
  const single = answer === 'value' ? { value: vm('old') } : { problem: answer };
  client.single.set('old', single);
  const onGone: string[] = [];
  const { signal } = new AbortController();
  const absences = createAbsences(clock);
  const poll = async (state: AccountState) =>
    applyReadings(
      state,
      await pollAccount({
        ...{ client, state, absences, asksVms: true, signal, withRuns, savedIds: ['a', 'old'] },
        onGone: (id) => onGone.push(id),
      }),
    );
  const state = await poll(UNKNOWN_STATE);
  expect(state.vms.value && ids(state.vms.value.vms)).toEqual(listed);
  expect(onGone).toEqual(gone);
  await clock.advance(5 * MINUTE);
  await poll(state);
  // Five minutes without an answer, or the answer again until our files lack it.
  expect(onGone).toEqual(answer === 'value' ? [] : [...gone, 'old']);
});
