import { expect } from 'vitest';
import type { FaultInput } from '../../../simulator/index.ts';
import { CAPTIVE_PORTAL } from '../../../simulator/testing/intermediaries.ts';
import { accountStatus } from '../../../src/shared/domain/account-state.ts';
import type { ProblemKind } from '../../../src/shared/domain/problem.ts';
import { figuresOf } from '../../../src/shared/usage/figures.ts';
import type { Behavior } from './behaviors.ts';
import type { Own } from './own.ts';

/** The list fails for a while: the VMs stay, as out of date, and come back. @returns the requests that failed */
async function failing(
  own: Own,
  fault: FaultInput['fault'],
  kind: ProblemKind | null = null,
): Promise<number> {
  const shown = own.vms();
  expect(shown).toHaveLength(1);
  const placed = own.fail(own.requests.list, fault);
  await own.pass(3);
  expect(own.problem()?.kind).toEqual(kind ?? expect.any(String));
  expect(own.vms()).toEqual(shown);
  const hits = placed.hits();
  expect(hits).toBeGreaterThan(0);
  placed.clear();
  // A limit lasts as long as it says, and a refused key is tried rarely.
  if (kind === 'rateLimited' || kind === 'unauthorized') await own.pass(11);
  await own.refresh();
  expect([own.problem(), own.vms()?.length]).toEqual([null, 1]);
  return hits;
}

const keeps =
  (fault: FaultInput['fault'], kind: ProblemKind): Behavior =>
  async (own) =>
    void (await failing(own, fault, kind));

const RETRY_AFTER = { 'Retry-After': '600' };

/** What an account shows of its list, and of a list that cannot be read. */
export const READING = {
  async list(own) {
    expect(own.vm()).toMatchObject({ label: 'train', gpuCount: 2 });
    expect(own.phase()).toBe('running');
    expect(figuresOf(own.state()).ratePerHour).toBeGreaterThan(0);
    const snapshot = own.state().snapshots[own.accountId];
    expect(snapshot && accountStatus(snapshot)).toBe('live');
  },
  async vanish(own) {
    own.control.destroyVm(own.vmId, 'gone');
    await own.pass(10);
    expect(own.vms()).toEqual([]);
    expect(own.titles()).toEqual([expect.stringMatching(/^train is gone/)]);
  },
  async interrupted(own) {
    own.control.setVm(own.vmId, { status: 'interrupted' });
    await own.pass(5);
    const { accountId, vmId } = own;
    expect(own.notifications).toMatchObject([
      { title: 'train was interrupted', destination: { kind: 'vm', accountId, vmId } },
    ]);
  },
  '401': keeps({ kind: 'status', status: 401 }, 'unauthorized'),
  async '403'(own) {
    const fault = { kind: 'status', status: 403, detail: 'This key may not read.' } as const;
    await failing(own, fault, 'forbidden');
    const placed = own.fail(own.requests.list, fault);
    await own.pass(23);
    // A third one confirms it: its VMs are no longer this key's to see.
    expect([own.vms(), placed.hits()]).toEqual([null, 3]);
    placed.clear();
    await own.refresh();
    expect([own.problem(), own.vms()?.length]).toEqual([null, 1]);
  },
  async '429'(own) {
    const fault = { kind: 'status', status: 429, headers: RETRY_AFTER } as const;
    expect(await failing(own, fault, 'rateLimited')).toBe(1);
  },
  '5xx': keeps({ kind: 'status', status: 503 }, 'server'),
  HTML: keeps(CAPTIVE_PORTAL, 'notTheService'),
  'half a body': keeps({ kind: 'cut-body' }, 'network'),
  slow: keeps({ kind: 'stall-before-headers' }, 'timeout'),
  async 'changed interface'(own) {
    await failing(own, { kind: 'answer', body: { hello: 'world' } }, 'incompatible');
    // "Not found" is never "no VMs".
    for (const status of [404, 410]) await failing(own, { kind: 'status', status });
  },
} as const satisfies Readonly<Record<string, Behavior>>;
