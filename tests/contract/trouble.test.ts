import { describe, expect, test } from 'vitest';
import type { FaultInput } from '../../simulator/index.ts';
import type { PollReport } from '../../src/core/monitor/index.ts';
import type { HttpBounds } from '../../src/core/providers/index.ts';
import type { ProblemKind } from '../../src/shared/domain/problem.ts';
import { keyClient, simulate, vmIds, vmRecords, watch } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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

/** Besides those of every provider in `behaviors`. */
const FAULTS: readonly (readonly [string, FaultInput['fault'], Expected])[] = [
  ['502 from a proxy', { kind: 'status', status: 502 }, { kind: 'server', status: 502 }],
  [
    '503 with a Retry-After',
    { kind: 'status', status: 503, headers: { 'Retry-After': '90' } },
    { kind: 'server', status: 503 },
  ],
  [
    '400 that quotes the credential',
    { kind: 'echo-authorization' },
    { kind: 'invalid', detail: 'Cannot parse header: [redacted]' },
  ],
  ['a redirect', { kind: 'redirect' }, { kind: 'notTheService', found: 'redirect' }],
  [
    'a permanent redirect',
    { kind: 'redirect', status: 308 },
    { kind: 'notTheService', found: 'redirect' },
  ],
  ['something that is not JSON', { kind: 'not-json' }, incompatible('not JSON')],
  ['an empty body', { kind: 'empty-body' }, incompatible('an empty body')],
  ['JSON null', { kind: 'json', body: null }, { kind: 'incompatible' }],
  ['an enormous body', { kind: 'enormous-body', bytes: SIZE }, incompatible(TOO_LARGE)],
  ['a gzip bomb', { kind: 'gzip-bomb', bytes: SIZE }, incompatible(TOO_LARGE)],
  ['a lost answer', { kind: 'drop-answer' }, { kind: 'network' }],
  ['a dropped connection', { kind: 'drop-connection' }, { kind: 'network' }],
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

  test('an hour of 503: polls less and less often, and recovers within minutes', async () => {
    const { time, sim, account } = await watched();
    const before = account.state();
    const received = account.received();
    sim.control.clearLog();
    const fault = sim.control.addFault({ path: '/', fault: { kind: 'status', status: 503 } });
    await time.pass(HOUR);
    // Polling every 30 s would be 240 requests.
    expect(fault.hits()).toBeGreaterThan(10);
    expect(fault.hits()).toBeLessThan(60);
    expect(account.status()).toBe('outOfDate');
    expect(account.state().vms.value).toBe(before.vms.value);
    expect(account.received()).toEqual(received);
    fault.clear();
    await time.pass(6 * MINUTE);
    expect(account.status()).toBe('live');
  });

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

  test('a hanging account does not delay the others', async () => {
    const { time, sim, account } = await watched();
    const other = await simulate({ vms: 3 }, time.simulatorClock);
    const reach = { clock: time.clock, fetch: time.fetch };
    let received: PollReport | undefined;
    account.monitor.onPoll((report) => {
      if (report.accountId === 'other') received = report;
    });
    account.monitor.add('other', keyClient(other, reach));
    await time.pass(0);
    sim.control.addFault({ path: '/', fault: { kind: 'stall-before-headers' } });
    await time.pass(5 * MINUTE);
    expect(account.status()).toBe('outOfDate');
    expect(received?.after.vms.problem).toBeNull();
    expect(received?.asOf).toBeGreaterThan(time.now() - MINUTE);
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

  test.each([
    ['VMs', '/vms', ['incompatible', null]],
    ['spend', '/billing/current-spend', [null, 'incompatible']],
  ] as const)('%s fail from the start: the other is shown', async (_name, path, problems) => {
    const time = createSharedTime();
    const sim = await simulate({ vms: 4 }, time.simulatorClock);
    sim.control.addFault({ path, fault: { kind: 'not-json' } });
    const account = watch(keyClient(sim, { clock: time.clock, fetch: time.fetch }), time.clock);
    await time.pass(0);
    expect(account.problems()).toEqual(problems);
    expect(account.status()).toBe('outOfDate');
    const { vms, spend } = account.state();
    expect([vms.value === null, spend.value === null]).toEqual(
      problems.map((kind) => kind !== null),
    );
  });
});
