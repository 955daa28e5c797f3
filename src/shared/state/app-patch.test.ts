import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { vmsOf } from '../domain/account-state.ts';
import { makeSpend, makeVm, makeVmList } from '../domain/testing/records.ts';
import type { Vm } from '../domain/vm.ts';
import type { AccountSnapshot } from '../polling/polling-slice.ts';
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

const seen = fc.dictionary(fc.constantFrom('one/a', '__proto__', 'two/a'), fc.nat(2));

/** A record by `vmKey`. */
const seenBy = (plan: Record<string, number>): AppState['firstSeen'] =>
  Object.fromEntries(Object.entries(plan));

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
      fc.property(snapshots, snapshots, seen, seen, (first, second, was, is) => {
        const cache = new Map<string, Vm>();
        const before = { ...stateOf(first, cache), firstSeen: seenBy(was) };
        const after = { ...stateOf(second, cache), firstSeen: seenBy(is) };
        const copy = structuredClone(before);
        const patch = diffAppState(before, after);
        expect(patch === null ? copy : applyAppPatch(copy, structuredClone(patch))).toEqual(after);
      }),
    );
  });

  test('send nothing of a row that was made again', () => {
    const stateWith = (plan: Record<string, number>) => ({ ...INITIAL, firstSeen: seenBy(plan) });
    expect(diffAppState(INITIAL, stateWith({}))).toBeNull();
    expect(diffAppState(stateWith({ 'one/a': 1 }), stateWith({ 'one/a': 1 }))).toBeNull();
  });

  test('send one VM of 500 when one changed, and keep the objects of the others', () => {
    const list = Array.from({ length: 500 }, (_, index) => vm(`vm-${index}`, 'running'));
    const cache = new Map<string, Vm>();
    const plan = { skipped: 0, isComplete: true, asOf: 1 };
    const at = (status: string) => list.with(250, vm('vm-250', status));
    const before = stateOf({ one: { ...plan, vms: at('running') } }, cache);
    const after = stateOf({ one: { ...plan, vms: at('stopped') } }, cache);
    const patch = diffAppState(before, after);
    expect(JSON.stringify(patch)).toContain('vm-250');
    expect(JSON.stringify(patch).length).toBeLessThan(1_000);
    const copy = structuredClone(before);
    const now = patch === null ? copy : applyAppPatch(copy, structuredClone(patch));
    const kept = vmsOf(copy.snapshots['one']);
    expect(vmsOf(now.snapshots['one']).filter((one, at) => one !== kept[at])).toHaveLength(1);
    expect(now.snapshots['one']?.spend).toBe(copy.snapshots['one']?.spend);
    expect(now.preferences).toBe(copy.preferences);
  });
});
