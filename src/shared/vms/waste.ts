import { withBilled } from '../domain/billing.ts';
import { isChanging, type Vm } from '../domain/vm.ts';
import { MINUTE_MS, parseDateTime, printable } from '../format/index.ts';
import { IDLE_MS } from '../gpu-load/gpu-load.ts';
import { isOld } from '../polling/freshness.ts';
import { type IdleFacts, idleness } from './idleness.ts';
import { loginObstacle } from './login-ways.ts';
import { isInTrouble, troubleSince, type VmActivity } from './vm-activity.ts';
import { isLoadUnknown, type Waste } from './waste-text.ts';

/** The word of each reason, and the end of its text: `frozen, GPU billed`. */
const WORDS: Readonly<Record<Waste['reason'], readonly [word: string, end: string]>> = {
  crashed: ['crashed', 'billed'],
  frozen: ['frozen', 'GPU billed'],
  noGpu: ['without its GPU', 'billed'],
  starting: ['starting', 'billed'],
  locked: ['locked', 'billed'],
  /** Its status is the word. */
  unusable: ['', 'billed'],
  finished: ['looks finished', ''],
  idle: ['idle', ''],
  noLogin: ['no login', ''],
};

/** @param load that shows it, in place of the end */
function wasteBy(reason: Waste['reason'], since: number | null, vm: Vm, load?: string): Waste {
  const [word, end] = WORDS[reason];
  return { reason, word: word || printable(vm.status), since, end: load ?? end };
}

/** A large image takes minutes. */
const SLOW_START_MS = 15 * MINUTE_MS;

/** Why a VM that runs, starts or has failed can't be used, or not be stopped, by its record; null: it can. */
export function troubleOf(vm: Vm, activity: VmActivity | undefined, now: number): Waste | null {
  const { phase } = vm;
  const trouble = (reason: Waste['reason'], since: number | null = null) =>
    wasteBy(reason, since, vm);
  if (phase === 'failed') return trouble('crashed', troubleSince(vm, activity));
  if (phase !== 'running' && !isChanging(phase)) return null;
  // A type and none of it: it was lost before this run of the app.
  if (activity?.hasLostGpu || (vm.gpuCount === 0 && vm.gpuType !== null)) return trouble('noGpu');
  if (phase === 'running' && vm.isFrozen) return trouble('frozen');
  if (phase === 'running' && vm.isLocked) return trouble('locked');
  const since = activity?.startingSince ?? now;
  return now - since >= SLOW_START_MS ? trouble('starting', since) : null;
}

function isGpuBilled({ billed, rates }: Vm): boolean {
  const { perHour, gpuPerHour, storagePerHour } = billed;
  if (gpuPerHour !== null) return gpuPerHour > 0;
  return (perHour ?? 0) > (storagePerHour ?? rates.stopped?.perHour ?? 0);
}

/** A running VM, by its load, or without a login where that is unknown. */
function unusedSince(facts: IdleFacts, vm: Vm, key: string): Waste | null {
  const { app, now } = facts;
  const isLong = (since: number | null) => since !== null && now - since >= IDLE_MS;
  const { since, load, isFinished } = idleness(facts, vm, key);
  if (since === 'unknown') {
    const start = parseDateTime(vm.startedAt) ?? app.firstSeen[key] ?? null;
    const hasLogin = loginObstacle(vm, app.vmSshAccess[key]) === null;
    return hasLogin || !isLong(start) ? null : wasteBy('noLogin', start, vm);
  }
  if (!isLong(since)) return null;
  const [name, percent] = load === null ? ['CPU', vm.cpuPercent] : ['GPU', load.load];
  const reason = isFinished ? 'finished' : 'idle';
  return wasteBy(reason, since, vm, `${name} ${Math.round(percent ?? 0)} %`);
}

/** Why a VM is billed without use: idle for 10 min, looks finished, or cannot be used; null: used, off, or unknown. Off counts by its cost. */
export function wasteOf(facts: IdleFacts, vm: Vm, key: string): Waste | null {
  const activity = facts.app.vmActivity[key];
  const trouble = troubleOf(vm, activity, facts.now);
  if (isInTrouble(vm) || vm.phase === 'unconfirmed') {
    if (vm.phase === 'interrupted' || !isGpuBilled(vm)) return null;
    return trouble ?? wasteBy('unusable', troubleSince(vm, activity), vm);
  }
  if (trouble !== null && trouble.reason !== 'locked') return trouble;
  if (vm.phase !== 'running' || vm.effects.stop?.savesNothing) return null;
  const snapshot = facts.app.snapshots[facts.accountId];
  // An old load shows no idleness.
  return snapshot && isOld('vms', snapshot) ? null : unusedSince(facts, vm, key);
}

/** Judged again before a stop, by its record as read just now, which is newer than any load over SSH. */
export function isStillWaste(facts: IdleFacts, read: Vm, key: string): boolean {
  const { app, accountId } = facts;
  const { [accountId]: snapshot, ...others } = app.snapshots;
  if (snapshot === undefined) return false;
  const [vm = read] = withBilled([read], snapshot.spend.value);
  const snapshots = { ...others, [accountId]: { ...snapshot, asOf: Number.POSITIVE_INFINITY } };
  const found = wasteOf({ ...facts, app: { ...app, snapshots } }, vm, key);
  return found !== null && !isLoadUnknown(found);
}
