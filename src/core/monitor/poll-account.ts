import {
  type AccountState,
  dataAsOf,
  UNKNOWN_STATE,
  type VmList,
  vmsOf,
} from '../../shared/domain/account-state.ts';
import { spendOf } from '../../shared/domain/billing.ts';
import { lastPhase, mayRun, ROUNDED_MS, type Vm } from '../../shared/domain/vm.ts';
import { MINUTE_MS } from '../../shared/format/index.ts';
import { type Clock, systemClock } from '../clock.ts';
import { turnFor } from '../own-turn.ts';
import type { ProviderClient } from '../providers/index.ts';
import { attempt } from '../user-error.ts';
import { createAbsences } from './missing.ts';
import {
  applyReadings,
  diffVms,
  keepEqualVms,
  lookupIn,
  outcomeOf,
  type PollReadings,
  type Reading,
} from './snapshot.ts';

/** The start of a run, which the record before may know better. @param isSame whether a rounded start is of the run that began at `known` */
function startOf(before: Vm | undefined, vm: Vm, now: number, isSame: (known: string) => boolean) {
  const { phase, startedAt, isStartRounded } = vm;
  if (before === undefined || !mayRun(vm)) return startedAt;
  if (!mayRun({ phase: lastPhase(before) }))
    return phase === 'running' ? (startedAt ?? new Date(now).toISOString()) : startedAt;
  const known = before.startedAt;
  if (startedAt === null || known === null || !isStartRounded) return startedAt ?? known;
  return isSame(known) ? known : startedAt;
}

/** Follows the runs of an account's VMs: the lists with their starts as known so far, and the objects of unchanged VMs. */
export function createRuns(clock: Pick<Clock, 'now' | 'monotonic'>) {
  /** By VM and known start, its start as made last, which moves with the computer's clock. The list may not have been applied. */
  let made = new Map<string, number>();
  let ahead = clock.now() - clock.monotonic();
  return function withRuns(previous: VmList | null, next: VmList): VmList {
    const now = clock.now();
    const jumpMs = now - clock.monotonic() - ahead;
    ahead += jumpMs;
    const last = made;
    made = new Map();
    return keepEqualVms(previous, next, (vm, before) => {
      const at = vm.isStartRounded ? Date.parse(vm.startedAt ?? '') : Number.NaN;
      const startedAt = startOf(before, vm, now, (start) => {
        const later = at - (last.get(`${vm.id} ${start}`) ?? Date.parse(start));
        return Math.min(Math.abs(later), Math.abs(later - jumpMs)) < ROUNDED_MS;
      });
      if (!Number.isNaN(at)) made.set(`${vm.id} ${startedAt}`, at);
      return startedAt === vm.startedAt ? vm : { ...vm, startedAt };
    });
  };
}

type PolledClient = Pick<ProviderClient, 'listVms' | 'getVm' | 'currentSpend'>;

/** @throws as `attempt` */
async function reading<T>(request: Promise<T>, signal: AbortSignal): Promise<Reading<T>> {
  const { value, problem } = await attempt(request, signal);
  return problem === null ? { kind: 'value', value } : { kind: 'problem', problem };
}

/** Refusals in a row, of which one may be a gateway's. @param minutes from each to the next request, the last again and again */
function createRefusals({ monotonic }: Pick<Clock, 'monotonic'>, minutes: readonly number[]) {
  let times = 0;
  /** Monotonic ms. */
  let last = 0;
  /** When to request it again, monotonic ms; null: with the next poll. */
  function retryAt(): number | null {
    const wait = minutes[Math.min(times, minutes.length) - 1];
    return wait === undefined ? null : last + MINUTE_MS * wait;
  }
  return {
    retryAt,
    note(isRefused: boolean): void {
      // One before its time, as of a refresh, changes nothing.
      if (isRefused && monotonic() < (retryAt() ?? 0)) return;
      times = isRefused ? times + 1 : 0;
      last = monotonic();
    },
    isConfirmed: () => times >= 3,
    reset(): void {
      times = 0;
    },
  };
}

/** Between the 403s to a part of an account, and the 401s to its credential. */
const FORBIDDEN_MINUTES = [5, 15, 60];
const REFUSED_MINUTES = [1, 5, 15, 30];

/** The reading, with whether its 403 is confirmed. */
function noted<T>(of: Reading<T>, refusals: ReturnType<typeof createRefusals>): Reading<T> {
  const isForbidden = of.kind === 'problem' && of.problem.kind === 'forbidden';
  if (isForbidden || of.kind === 'value') refusals.note(isForbidden);
  return isForbidden ? { ...of, isConfirmed: refusals.isConfirmed() } : of;
}

/** Reads an account again and again, and keeps its state in between. */
export function createAccountReader(
  client: PolledClient,
  clock: Pick<Clock, 'now' | 'monotonic'> = systemClock,
) {
  const confirmMissing = createAbsences(client, clock);
  const withRuns = createRuns(clock);
  const refusals = {
    vms: createRefusals(clock, FORBIDDEN_MINUTES),
    spend: createRefusals(clock, FORBIDDEN_MINUTES),
    credential: createRefusals(clock, REFUSED_MINUTES),
  };
  let state = UNKNOWN_STATE;
  let savedIds: readonly string[] = [];
  let vmsAt: number | null = null;
  let spendAt: number | null = null;

  /** @param goneIds receives the ids of VMs that are gone */
  async function readVms(signal: AbortSignal, goneIds: string[]): Promise<VmList> {
    const list = await client.listVms(signal);
    // In an incomplete list, missing VMs have no meaning.
    if (!list.isComplete) return withRuns(state.vms.value, list);
    const before = state.vms.value?.isComplete ? vmsOf(state) : [];
    const [listed, known] = [lookupIn(list.vms), lookupIn(before)];
    const missing = before.filter(({ id }, place) => !listed(id, place));
    const saved = savedIds.filter((id) => !listed(id) && !known(id));
    const kept = await confirmMissing(missing, saved, list.skipped === 0, signal);
    goneIds.push(...kept.goneIds);
    return withRuns(state.vms.value, { ...list, vms: [...list.vms, ...kept.vms] });
  }

  /** VMs and spend, each of which can fail without the other. */
  async function readParts(
    signal: AbortSignal,
    asksVms: boolean,
    goneIds: string[],
  ): Promise<PollReadings> {
    const [vms, own] = await Promise.all([
      asksVms ? reading(readVms(signal, goneIds), signal) : ({ kind: 'notAsked' } as const),
      client.currentSpend && reading(client.currentSpend(signal), signal),
    ]);
    if (own !== undefined) return { vms, spend: own };
    if (vms.kind !== 'value') return { vms, spend: vms };
    const { value: list } = vms;
    // The sum of an unfinished list lacks VMs that are billed all the same.
    if (!list.isComplete && state.vms.value?.isComplete)
      return { vms, spend: { kind: 'problem', problem: { kind: 'incompleteList' } } };
    // A single list without a VM is no proof that the VM is gone.
    const known = list === state.vms.value ? state.spend.value : null;
    const value = known ?? spendOf(list.vms, list.isComplete && list.skipped === 0);
    return { vms, spend: { kind: 'value', value } };
  }

  return {
    /** The ids of VMs in our files, such as those of an earlier run. */
    setSavedIds(ids: readonly string[]): void {
      savedIds = ids;
    },
    /** The user is back: the next 401 is the first. */
    forgetRefusals: refusals.credential.reset,
    /** @param isRefresh requests the VMs also after a 403 @throws the signal's reason when it aborts, and internal errors */
    async read(signal: AbortSignal, isRefresh = false) {
      const asksVms = isRefresh || (refusals.vms.retryAt() ?? 0) <= clock.monotonic();
      const before = state;
      const goneIds: string[] = [];
      const parts = await readParts(signal, asksVms, goneIds);
      signal.throwIfAborted();
      const readings = {
        vms: noted(parts.vms, refusals.vms),
        spend: noted(parts.spend, refusals.spend),
      };
      const after = applyReadings(before, readings);
      const events = diffVms(before.vms.value, after.vms.value);
      await turnFor(vmsOf(after).length);
      signal.throwIfAborted();
      state = after;
      const { vms, spend } = readings;
      // An incomplete list is as old as the last complete one.
      if (vms.kind === 'value' && vms.value.isComplete) vmsAt = clock.now();
      if (spend.kind === 'value') spendAt = clock.now();
      const receivedAt = [vmsAt, spendAt].filter((at) => at !== null);
      const asOf = dataAsOf(after, receivedAt.length === 0 ? null : Math.min(...receivedAt));
      const { isFull, isForbidden, isRefused, ...outcome } = outcomeOf(after, readings);
      refusals.credential.note(isRefused);
      const refused = isForbidden ? refusals.vms : refusals.credential;
      return {
        report: { before, after, events, goneIds, hasFailed: outcome.hasFailed, asOf },
        outcome: { ...outcome, refusedUntil: refused.retryAt() },
        isFull,
      };
    },
  };
}

/** A single poll, for commands that end after it. @throws the signal's reason on abort */
export async function readAccount(
  client: PolledClient,
  signal: AbortSignal,
): Promise<AccountState> {
  const { report } = await createAccountReader(client).read(signal);
  return report.after;
}
