import { describe, expect, test } from 'vitest';
import type { FaultInput } from '../../simulator/index.ts';
import type { HttpBounds } from '../../src/core/providers/index.ts';
import type { ProblemKind } from '../../src/shared/domain/problem.ts';
import { keyClient, simulate, vmIds, vmRecords, watch } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';

const MINUTE = 60_000;

/** An account after its first poll, on its own simulator. */
async function watched(bounds: Partial<HttpBounds> = {}) {
  const time = createSharedTime();
  const sim = await simulate({ vms: 12 }, time.simulatorClock);
  time.observe(sim);
  const reach = { clock: time.clock, fetch: time.fetch, bounds };
  const account = watch(keyClient(sim, reach), time.clock);
  await time.pass(0);
  expect(account.status()).toBe('live');
  return { time, sim, account };
}

/** Bytes; the client's unit tests cover its default. */
const MAX_BODY = 1024 ** 2;
const SIZE = 1.5 * MAX_BODY;
const TOO_LARGE = 'a response too large';

type Expected = { readonly kind: ProblemKind; readonly [field: string]: unknown };

const incompatible = (found: string): Expected => ({ kind: 'incompatible', found });

/** Besides those in `behaviors`; http-problem.test.ts and http*.real.test.ts have all of them. */
const FAULTS: readonly (readonly [string, FaultInput['fault'], Expected])[] = [
  [
    '400 that quotes the credential',
    { kind: 'echo-authorization' },
    { kind: 'invalid', detail: 'Cannot parse header: [redacted]' },
  ],
  ['a gzip bomb', { kind: 'gzip-bomb', bytes: SIZE }, incompatible(TOO_LARGE)],
  ['half an answer', { kind: 'stall-mid-body' }, { kind: 'timeout', seconds: 60 }],
];

describe('a failing service', () => {
  test.each(FAULTS)(
    '%s: keeps the last data as out of date, then recovers',
    async (_name, fault, problem) => {
      const { time, sim, account } = await watched({ bodyBytes: MAX_BODY });
      const before = account.state();
      const received = account.received();
      const placed = sim.control.addFault({ path: '/', fault });

      // One poll after 30 s; a stalled body times out 60 s later.
      await time.pass(2 * MINUTE);
      expect(placed.hits()).toBeGreaterThan(0);
      expect(account.status()).toBe('outOfDate');
      expect(account.state().vms.problem).toMatchObject(problem);
      expect(account.state().spend.problem).toMatchObject(problem);
      expect(account.state().vms.value).toBe(before.vms.value);
      expect(account.state().spend.value).toBe(before.spend.value);
      expect(account.received()).toEqual(received);

      placed.clear();
      await time.pass(6 * MINUTE);
      expect(account.status()).toBe('live');
      expect(account.problems()).toEqual([null, null]);
      expect(account.state().vms.value?.vms.map((vm) => vm.id)).toEqual(vmIds(sim));
      for (const at of account.received()) expect(at).toBeGreaterThan(time.now() - MINUTE);
    },
  );

  test('recovers when the service restarts at the same address', async () => {
    const { time, sim, account } = await watched();
    const port = Number(new URL(sim.baseUrl).port);
    await sim.close();
    await time.pass(10 * MINUTE);
    expect(account.problems()).toEqual(['network', 'network']);
    expect(account.state().vms.value?.vms).toHaveLength(12);
    await simulate({ vms: 12, port }, time.simulatorClock);
    await time.pass(6 * MINUTE);
    expect(account.status()).toBe('live');
  });
});

describe('VMs and spend fail separately', () => {
  test.each([
    ['VMs', '/vms', ['server', null], [0, 1]],
    ['spend', '/billing/current-spend', [null, 'server'], [1, 0]],
  ] as const)(
    '%s fail: the other stays up to date',
    async (_name, path, problems, [old, fresh]) => {
      const { time, sim, account } = await watched();
      const before = account.state();
      const received = account.received();
      sim.control.addFault({ path, fault: { kind: 'status', status: 500 } });
      sim.control.createVm({ status: 'running' });
      await time.pass(5 * MINUTE);
      expect(account.problems()).toEqual(problems);
      const { vms, spend } = account.state();
      if (old === 0) expect(vmRecords(account.state())).toEqual(vmRecords(before));
      else expect(spend.value).toBe(before.spend.value);
      expect(account.received()[old]).toBe(received[old]);
      expect(account.received()[fresh]).toBeGreaterThan(time.now() - MINUTE);
      if (fresh === 0) expect(vms.value?.vms).toHaveLength(13);
      else expect(spend.value?.perHour).toBeGreaterThan(before.spend.value?.perHour ?? Number.NaN);
    },
  );
});
