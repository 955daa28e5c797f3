import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeSpend, makeVm, makeVmList } from '../domain/testing/records.ts';
import type { Vm } from '../domain/vm.ts';
import type { VmLoad } from '../gpu-load/gpu-load.ts';
import type { AccountSnapshot } from '../polling/polling-slice.ts';
import type { VmLogin } from '../ssh/ssh-state.ts';
import { environment } from '../testing/environment.ts';
import { type AppState, applyAppPatch, diffAppState, initialState } from './index.ts';

const INITIAL = initialState(environment, 0);

const vm = (id: string, status: string): Vm => makeVm({ id, status });

const vms = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    status: fc.constantFrom('running', 'stopped'),
  }),
  { selector: ({ id }) => id },
);

const snapshot = fc.record({
  vms: fc.option(vms),
  skipped: fc.nat(2),
  isComplete: fc.boolean(),
  asOf: fc.option(fc.nat()),
});

const snapshots = fc.dictionary(fc.constantFrom('one', 'two'), snapshot);

const logins = fc.dictionary(fc.constantFrom('one/a', 'one/b', 'two/a'), fc.boolean());

/** Unchanged logins keep their objects. */
function loginsOf(plan: Record<string, boolean>): AppState['vmSshAccess'] {
  return Object.fromEntries(
    Object.entries(plan).map(([key, isReady]) => [key, isReady ? READY : WAITING]),
  );
}

function loadsOf(plan: Record<string, boolean>): AppState['vmLoads'] {
  return Object.fromEntries(
    Object.entries(plan).map(([key, isOn]) => [key, isOn ? LOAD : NO_LOAD]),
  );
}

const LOAD: VmLoad = {
  at: 1,
  gpus: [],
  load: null,
  memory: null,
  problem: null,
  lowSince: null,
  highSince: null,
  workedUntil: null,
};
const NO_LOAD: VmLoad = { ...LOAD, problem: 'denied' };

const WAITING: VmLogin = {
  ...{ alias: 'gpu-a', hasAddress: true, reach: 'waiting' },
  ...{ command: 'ssh gpu-a', changedKey: null },
};
const READY: VmLogin = { ...WAITING, reach: 'ready' };

const NO_SPEND: AccountSnapshot['spend'] = { value: null, problem: null };
const SPEND: AccountSnapshot['spend'] = { value: makeSpend({ perHour: 1 }), problem: null };

/** A state in which unchanged VMs keep their objects, as in the monitor's snapshots. */
function stateOf(plan: Record<string, Plan>, cache: Map<string, Vm>): AppState {
  const built = Object.entries(plan).map(([id, { vms: list, skipped, isComplete, asOf }]) => {
    const cached = (entry: { id: string; status: string }) => {
      const key = `${id}/${entry.id}/${entry.status}`;
      const known = cache.get(key) ?? vm(entry.id, entry.status);
      cache.set(key, known);
      return known;
    };
    const value = list === null ? null : makeVmList(list.map(cached), { skipped, isComplete });
    const built: AccountSnapshot = {
      vms: { value, problem: null },
      spend: skipped > 0 ? SPEND : NO_SPEND,
      ...{ asOf, freshness: asOf === null ? 'starting' : 'live' },
    };
    return [id, built] as const;
  });
  return { ...INITIAL, snapshots: Object.fromEntries(built) };
}

interface Plan {
  readonly vms: { id: string; status: string }[] | null;
  readonly skipped: number;
  readonly isComplete: boolean;
  readonly asOf: number | null;
}

describe('diffAppState and applyAppPatch', () => {
  test('turn a copy of one state into the other, through a structured clone', () => {
    fc.assert(
      fc.property(snapshots, snapshots, logins, logins, (first, second, was, is) => {
        const cache = new Map<string, Vm>();
        const before = {
          ...stateOf(first, cache),
          vmSshAccess: loginsOf(was),
          vmLoads: loadsOf(is),
        };
        const after = {
          ...stateOf(second, cache),
          vmSshAccess: loginsOf(is),
          vmLoads: loadsOf(was),
        };
        const copy = structuredClone(before);
        const patch = diffAppState(before, after);
        expect(patch === null ? copy : applyAppPatch(copy, structuredClone(patch))).toEqual(after);
      }),
    );
  });

  test('send nothing when nothing changed', () => {
    expect(diffAppState(INITIAL, { ...INITIAL })).toBeNull();
  });

  test('send one VM of 500 and no spend when one changed, and keep the objects of the others', () => {
    const list = Array.from({ length: 500 }, (_, index) => vm(`vm-${index}`, 'running'));
    const withVms = (value: readonly Vm[]): AppState => ({
      ...INITIAL,
      snapshots: {
        one: {
          vms: { value: makeVmList(value), problem: null },
          spend: SPEND,
          ...{ asOf: 1, freshness: 'live' },
        },
      },
    });
    const before = withVms(list);
    const after = withVms(
      list.map((entry, index) => (index === 250 ? vm(entry.id, 'stopped') : entry)),
    );
    const patch = diffAppState(before, after);
    expect(patch?.snapshots['one']).toMatchObject({
      vms: { order: null, changed: [{ id: 'vm-250' }] },
    });
    expect(patch?.snapshots['one']).not.toHaveProperty('spend');
    expect(JSON.stringify(patch).length).toBeLessThan(800);
    const copy = structuredClone(before);
    const patched = patch === null ? copy : applyAppPatch(copy, structuredClone(patch));
    const kept = copy.snapshots['one']?.vms.value?.vms ?? [];
    const now = patched.snapshots['one']?.vms.value?.vms ?? [];
    expect(now.filter((entry, index) => entry !== kept[index])).toHaveLength(1);
  });

  test('send only the slices that changed', () => {
    const patch = diffAppState(INITIAL, { ...INITIAL, keychain: 'locked' });
    expect(patch).toEqual({
      slices: { keychain: 'locked' },
      snapshots: {},
      vmLoads: {},
      vmSshAccess: {},
      vmActivity: {},
    });
    expect(patch && applyAppPatch(INITIAL, patch).snapshots).toBe(INITIAL.snapshots);
    expect(patch && applyAppPatch(INITIAL, patch).vmSshAccess).toBe(INITIAL.vmSshAccess);
  });
});
