import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { vmsOf } from '../../shared/domain/account-state.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { makeRates } from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createAccountReader, readAccount } from './poll-account.ts';
import { type Answer, fakeClient } from './testing/fake-client.ts';
import { vm } from './testing/records.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const BROKEN: Problem = { kind: 'server', status: 500, retryAt: null };

/** That cost more and more, in $/h. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    vm(`vm-${index}`, { rates: makeRates({ now: { perHour: 1 + index, isAtLeast: false } }) }),
  );

/** An account whose first list has these VMs, and whose next lists lack them. */
async function missing(...vms: readonly Vm[]) {
  const client = fakeClient({ vms: { value: vms } });
  const { currentSpend: _, ...cloud } = client;
  const clock = createVirtualClock();
  const reader = createAccountReader(cloud, clock);
  const poll = async () => (await reader.read(new AbortController().signal)).report;
  await poll();
  client.vms = { value: [] };
  client.asked.length = 0;
  return {
    client,
    clock,
    poll,
    /** Read from the VMs after another poll. */
    phases: async () => vmsOf((await poll()).after).map(({ phase }) => phase),
    answer(answer: Answer<Vm> | 'found' | null) {
      client.single.clear();
      if (answer === null) return;
      for (const one of vms)
        client.single.set(one.id, answer === 'found' ? { value: one } : answer);
    },
  };
}

describe('a VM that a complete list lacks', () => {
  test.each<[string, Answer<Vm> | null, readonly Vm['phase'][]]>([
    ['is found with its present record', { value: vm('a', { status: 'stopping' }) }, ['stopping']],
    ['is gone when the service does not find it', null, []],
    ['is gone when it is destroyed', { value: vm('a', { status: 'destroyed' }) }, []],
    [
      'is unconfirmed when the service is unreachable',
      { problem: { kind: 'network' } },
      ['unconfirmed'],
    ],
    ['is unconfirmed after an error', { problem: BROKEN }, ['unconfirmed']],
    ['is unconfirmed after a 403', { problem: { kind: 'forbidden' } }, ['unconfirmed']],
    [
      'is unconfirmed after a web page',
      { problem: { kind: 'notTheService', found: 'webPage' } },
      ['unconfirmed'],
    ],
  ])('%s', async (_, answer, expected) => {
    const { client, answer: setAnswer, phases } = await missing(vm('a'));
    setAnswer(answer);
    expect(await phases()).toEqual(expected);
    expect(client.asked).toEqual(['vms', 'vm a']);
  });

  test('is gone after complete lists of five minutes without an answer', async () => {
    const { clock, answer, phases } = await missing(vm('a'));
    answer({ problem: BROKEN });
    expect(await phases()).toEqual(['unconfirmed']);
    await clock.advance(5 * MINUTE - 1);
    expect(await phases()).toEqual(['unconfirmed']);
    await clock.advance(1);
    expect(await phases()).toEqual([]);
  });

  test.each(['was listed', 'was found by id', 'may be an unreadable record'])(
    'is not gone after five minutes when it %s meanwhile',
    async (meanwhile) => {
      const { client, clock, answer, poll, phases } = await missing(vm('a'));
      answer({ problem: BROKEN });
      await poll();
      await clock.advance(4 * MINUTE);
      if (meanwhile === 'was listed') client.vms = { value: [vm('a')] };
      if (meanwhile === 'was found by id') answer('found');
      client.skipped = meanwhile === 'may be an unreadable record' ? 1 : 0;
      await poll();
      client.vms = { value: [] };
      client.skipped = 0;
      answer({ problem: BROKEN });
      await clock.advance(MINUTE);
      expect(await phases()).toEqual(['unconfirmed']);
    },
  );

  test('is not awaited when the poll is cancelled', async () => {
    const client = fakeClient({ vms: { value: [vm('a')] } });
    const clock = createVirtualClock();
    const reader = createAccountReader(client, clock);
    await reader.read(new AbortController().signal);
    client.vms = { value: [] };
    client.single.set('a', 'never');
    const controller = new AbortController();
    const reading = reader.read(controller.signal);
    await clock.advance(0);
    controller.abort(new Error('cancelled'));
    await expect(reading).rejects.toThrow('cancelled');
  });
});

describe('many missing VMs', () => {
  test('are looked up twenty per list, the most expensive first, and all within a few lists', async () => {
    const vms = many(50);
    const { client, clock, poll, answer } = await missing(...vms);
    answer({ problem: BROKEN });
    client.asked.length = 0;
    await poll();
    const expected = vms.slice(30).map(({ id }) => `vm ${id}`);
    expect(client.asked.slice(1).toSorted()).toEqual(expected.toSorted());
    for (let lists = 0; lists < 2; lists += 1) {
      await clock.advance(30 * SECOND);
      await poll();
    }
    expect(new Set(client.asked).size).toBe(51);
  });

  test('that are found stay found between their lookups, for hours', async () => {
    const { clock, phases, answer } = await missing(...many(50));
    answer('found');
    for (let lists = 0; lists < 200; lists += 1) {
      const found = await phases();
      expect(found).toHaveLength(50);
      if (lists > 2) expect(new Set(found)).toEqual(new Set(['running']));
      await clock.advance(30 * SECOND);
    }
  });

  const step = fc.record({
    listed: fc.uniqueArray(fc.nat(60), { maxLength: 60 }),
    answer: fc.constantFrom('gone', 'broken', 'found'),
    afterMs: fc.integer({ min: 0, max: 3 * MINUTE }),
  });

  test('do not pile up, whatever the ids are and however the lookups end', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { client, clock, poll } = await missing();
      let since = new Map<string, number>();
      for (const { listed, answer, afterMs } of steps) {
        client.vms = { value: listed.map((id) => vm(`${id}`)) };
        client.single.clear();
        for (let id = 0; id <= 60 && answer !== 'gone'; id += 1)
          client.single.set(
            `${id}`,
            answer === 'found' ? { value: vm(`${id}`) } : { problem: BROKEN },
          );
        client.asked.length = 0;
        const { after } = await poll();
        expect(client.asked.length).toBeLessThanOrEqual(21);
        const now = clock.monotonic();
        const lost = vmsOf(after).filter(({ phase }) => phase === 'unconfirmed');
        since = new Map(lost.map(({ id }) => [id, since.get(id) ?? now]));
        expect(now - Math.min(now, ...since.values())).toBeLessThan(5 * MINUTE);
        await clock.advance(afterMs);
      }
    });
    await fc.assert(property, { numRuns: 100 });
  });
});

test.each<[string, 'found' | Problem, readonly string[], readonly string[]]>([
  ['is listed when the service finds it', 'found', ['a', 'old'], []],
  ['is gone when the service does not', { kind: 'notFound' }, ['a'], ['old']],
  ['is kept without an answer', BROKEN, ['a'], []],
])('a VM that only our files name %s', async (_, answer, listed, gone) => {
  const clock = createVirtualClock();
  const client = fakeClient({ vms: { value: [vm('a')] } });
  client.single.set('old', answer === 'found' ? { value: vm('old') } : { problem: answer });
  const reader = createAccountReader(client, clock);
  reader.setSavedIds(['a', 'old']);
  const { signal } = new AbortController();
  const { report } = await reader.read(signal);
  expect(vmsOf(report.after).map(({ id }) => id)).toEqual(listed);
  expect(report.goneIds).toEqual(gone);
  await clock.advance(5 * MINUTE);
  // Five minutes without an answer, or the answer again until our files lack it.
  const later = await reader.read(signal);
  expect(later.report.goneIds).toEqual(answer === 'found' ? [] : ['old']);
});

const rated = (id: string, perHour: number) =>
  vm(id, { rates: makeRates({ now: { perHour, isAtLeast: false } }) });

describe('a rate that is the sum of the VMs', () => {
  test.each([
    ['is at least that', [rated('a', 0.44)], 0, true, 0.44],
    ['leaves out a record that cannot be read', [rated('a', 0.44)], 1, true, 0.44],
    ['leaves out VMs that the list lacks', [rated('a', 0.44)], 0, false, 0.44],
    ['is unknown without a readable VM', [], 3, true, null],
    ['is at least 0 without VMs', [], 0, true, 0],
    ['is unknown in an unfinished list', [], 0, false, null],
  ])('%s', async (_, vms, skipped, isComplete, perHour) => {
    const listVms = async () => ({ vms, skipped, isComplete });
    const client = { listVms, getVm: async () => vm('a') };
    const { spend } = await readAccount(client, new AbortController().signal);
    expect(spend.value).toMatchObject({ perHour, isAtLeast: true });
  });

  test('keeps a VM that a list lacks until the VM is gone, and stays over an unfinished list', async () => {
    const { client, poll, answer } = await missing(rated('a', 0.44), rated('b', 0.3));
    client.vms = { value: [rated('a', 0.44)] };
    answer({ problem: BROKEN });
    expect((await poll()).after.spend.value).toMatchObject({ perHour: 0.74 });
    client.isComplete = false;
    expect((await poll()).after.spend).toMatchObject({
      value: { perHour: 0.74 },
      problem: { kind: 'incompleteList' },
    });
  });
});
