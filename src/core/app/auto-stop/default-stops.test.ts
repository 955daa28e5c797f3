import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inStatus, makeVm, makeVmList } from '../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { DEFAULT_SETTINGS, type Settings, withAutoStop } from '../../settings/index.ts';
import { EMPTY_SNAPSHOT } from '../kernel/apply-poll.ts';
import { withDefaultStops } from './default-stops.ts';

const HOUR = 3_600_000;
const VM = { accountId: 'a', vmId: 'v', name: 'train' };
const { id, label, baseUrl, credential, email } = makeAccount({ id: 'a', baseUrl: 'https://x/' });
const ACCOUNT = { id, label, baseUrl, credential, email, hasCredential: true };
const CREATED = '2026-11-01T00:00:00.000Z';
const START = '2026-11-20T09:00:00.000Z';

/** A poll of an account: the status and the start of its one VM; null: the list lacks it. */
type Listed = readonly [status: string, startedAt: string | null] | null;

function settingsWith(idleStopMs?: number): Settings {
  const account = idleStopMs === undefined ? ACCOUNT : { ...ACCOUNT, idleStopMs };
  return { ...DEFAULT_SETTINGS, accounts: [account] };
}

function polledAll(settings: Settings, vms: readonly Vm[], idleStopMs?: number, now = 0): Settings {
  const value = makeVmList(vms);
  const snapshots = { a: { ...EMPTY_SNAPSHOT, vms: { value, problem: null } } };
  const accounts = [makeAccount({ id: 'a', baseUrl })];
  return withDefaultStops(settings, { accounts, snapshots }, idleStopMs, now);
}

function polled(settings: Settings, listed: Listed, idleStopMs?: number, now = 0): Settings {
  const [status = '', startedAt = null] = listed ?? [];
  const vm = makeVm({ id: 'v', label: 'train', startedAt, ...inStatus(status) });
  return polledAll(settings, listed === null ? [] : [vm], idleStopMs, now);
}

const limits = ({ autoStops = [] }: Settings) => autoStops.map(({ limit }) => limit);
const IDLE = { kind: 'idle', ms: HOUR, since: 0 } as const;
const OWN = withAutoStop(settingsWith(HOUR), VM, { kind: 'time', at: 7 });

test.each<[string, Settings, Listed, number | undefined, readonly unknown[]]>([
  ['nothing where it is off', settingsWith(), ['running', 'r1'], undefined, []],
  ['an auto-stop', settingsWith(HOUR), ['running', 'r1'], undefined, [IDLE]],
  ['that of the server', settingsWith(), ['running', 'r1'], HOUR, [IDLE]],
  ['its own before that of the server', settingsWith(HOUR), ['running', 'r1'], 2 * HOUR, [IDLE]],
  ['nothing while it does not run', settingsWith(HOUR), ['stopped', 'r1'], undefined, []],
  ['nothing beside its own', OWN, ['running', 'r1'], undefined, [{ kind: 'time', at: 7 }]],
])('a VM that is seen first gets %s', (_, settings, listed, idleStopMs, expected) => {
  expect(limits(polled(settings, listed, idleStopMs))).toEqual(expected);
});

test('one that comes from the default says so, follows its duration, and goes with it', () => {
  const first = polled(settingsWith(HOUR), ['running', 'r1']);
  expect(first.autoStops).toMatchObject([{ ...VM, from: 'default' }]);
  expect(polled(first, ['running', 'r1'])).toBe(first);
  // An account that is not in the settings keeps them.
  const unknown = { ...first, accounts: [] };
  expect(polled(unknown, ['running', 'r1'])).toBe(unknown);
  const { accounts } = settingsWith(2 * HOUR);
  const longer = polled({ ...first, accounts }, null, undefined, 5);
  expect(limits(longer)).toEqual([{ ...IDLE, ms: 2 * HOUR }]);
  const off = polled({ ...longer, accounts: settingsWith().accounts }, ['running', 'r1']);
  expect([limits(off), off.defaultedRuns]).toEqual([[], []]);
});

const OFF = ['stopped', null] as const;

test.each<[string, string | null, readonly Listed[], number]>([
  ['after a list that calls it stopped', START, [OFF, ['running', START]], 0],
  ['without its start', START, [['running', null]], 0],
  ['without its start after a stop', START, [OFF, ['running', null]], 1],
  ['in its next run', START, [OFF, ['running', '2026-11-20T10:00:00.000Z']], 1],
  ['where its start is known later', null, [['running', START], null, ['running', null]], 0],
  ['without starts, after a stop', null, [OFF, ['running', null]], 1],
  ['with a start in the same two minutes', START, [['running', '2026-11-20T09:01:59.000Z']], 0],
  ['with a start two minutes later', START, [['running', '2026-11-20T09:02:00.000Z']], 1],
  ['with an earlier start', START, [['running', '2026-11-20T08:00:00.000Z']], 0],
  ['after a run that began with the contract', CREATED, [['running', START]], 1],
])('one that was removed %s comes back %#', (_, startedAt, lists, count) => {
  // Their starts are rounded.
  const rounded = (settings: Settings, listed: Listed): Settings => {
    const [status = '', start = null] = listed ?? [];
    const times = { createdAt: CREATED, startedAt: start, isStartRounded: true };
    const vm = makeVm({ id: 'v', label: 'train', ...times, ...inStatus(status) });
    // As after a restart, which reads them from the file.
    return JSON.parse(JSON.stringify(polledAll(settings, listed === null ? [] : [vm])));
  };
  const first = withAutoStop(rounded(settingsWith(HOUR), ['running', startedAt]), VM, null);
  expect(lists.reduce(rounded, first).autoStops).toHaveLength(count);
});

test('however VMs appear and vanish, a run gets at most one, also over restarts', () => {
  const step = fc.record({
    vmId: fc.constantFrom('v', 'w', 'x'),
    status: fc.constantFrom('running', 'running', 'stopped', 'interrupted', 'failed'),
    isListed: fc.boolean(),
    isRemoved: fc.boolean(),
    starts: fc.boolean(),
  });
  const property = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    let settings = settingsWith(HOUR);
    const runs = new Map<string, number>();
    const given: string[] = [];
    for (const { vmId, status, isListed, isRemoved, starts } of steps) {
      runs.set(vmId, (runs.get(vmId) ?? 0) + (starts ? 1 : 0));
      const startedAt = `run ${runs.get(vmId)}`;
      const vm = makeVm({ id: vmId, startedAt, ...inStatus(status) });
      const before = settings.autoStops ?? [];
      settings = polledAll(settings, isListed ? [vm] : []);
      const added = (settings.autoStops ?? []).filter((one) => !before.includes(one));
      given.push(...added.map((one) => `${one.vmId} ${startedAt}`));
      if (isRemoved) settings = withAutoStop(settings, { ...VM, vmId }, null);
      // A restart reads them from the file.
      settings = JSON.parse(JSON.stringify(settings));
    }
    expect(new Set(given).size).toBe(given.length);
  });
  fc.assert(property, { numRuns: 300 });
});

test('a default that is switched off clears the timer that its auto-stop had on the VM', () => {
  const timer = { ...VM, number: 1, held: IDLE, run: 'r1' };
  const autoStops = [{ ...VM, limit: IDLE, from: 'default', onVm: true }] as const;
  const settings = { ...settingsWith(), autoStops: [...autoStops], armed: [timer] };
  // It worked for longer than its limit.
  const next = polled(settings, ['running', 'r1'], undefined, 3 * HOUR);
  expect([next.autoStops, next.armed]).toEqual([[], [{ ...timer, sent: null }]]);
});
