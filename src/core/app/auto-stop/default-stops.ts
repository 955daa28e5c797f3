import { isDeepStrictEqual } from 'node:util';
import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { isSameRun, mayRun, type Vm, vmName } from '../../../shared/domain/vm.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { type Settings, withAutoStop } from '../../settings/index.ts';
import { keyOf } from '../../ssh/index.ts';
import { vmsAsListed } from '../kernel/look-at-vm.ts';

type Run = NonNullable<Settings['defaultedRuns']>[number];

/** Runs of VMs that no list has are kept, since a list may be wrong, up to this many. */
const MAX_MISSING = 500;

/** The default of an account, ms without work; null: off; undefined: the settings lack the account. @param idleStopMs of accounts without a default of their own; undefined: none */
export function defaultOf({ accounts }: Settings, accountId: string, idleStopMs?: number) {
  const account = accounts.find(({ id }) => id === accountId);
  return account && (account.idleStopMs ?? idleStopMs ?? null);
}

/** Without a start of the run, this is the run that was seen before, unless that run is over. */
function isInRun({ startedAt, isOver }: Run, vm: Vm): boolean {
  // An earlier version knew no start of the run that is rounded.
  if (isOver === undefined && vm.isStartRounded === true) return true;
  const isKnown = startedAt !== null && vm.startedAt !== null;
  return (isKnown || !isOver) && isSameRun(startedAt, vm);
}

/** Notes a VM as listed. @returns whether it is seen running in a run that is not among `runs` */
function noteRun(runs: Map<string, Run>, run: Run, vm: Vm): boolean {
  const key = keyOf(run);
  const known = runs.get(key);
  if (known !== undefined && !mayRun(vm)) runs.set(key, { ...known, isOver: true });
  if (vm.phase !== 'running') return false;
  const isKnown = known !== undefined && isInRun(known, vm);
  if (!isKnown || known.startedAt === null || known.isOver !== false) runs.set(key, run);
  return !isKnown;
}

/**
 * Gives an ordinary auto-stop to each VM that is first seen running, where its account has a default and the VM has none. A run is
 * considered once: an auto-stop that was removed does not come back. Without a default, those that came from it are removed.
 * @param idleStopMs as in `defaultOf` @returns the same settings where nothing changes
 */
export function withDefaultStops(
  before: Settings,
  state: Pick<AppState, 'accounts' | 'snapshots'>,
  idleStopMs: number | undefined,
  now: number,
): Settings {
  const { autoStops: stored = [], defaultedRuns = [] } = before;
  const msOf = (accountId: string) => defaultOf(before, accountId, idleStopMs);
  const isOff = ({ accountId }: { readonly accountId: string }) => msOf(accountId) === null;
  // As if the user removed it: its timer on the VM is cleared too.
  const settings = stored
    .filter((one) => one.from !== undefined && isOff(one))
    .reduce((current, one) => withAutoStop(current, one, null), before);
  const autoStops = (settings.autoStops ?? []).map((one): AutoStop => {
    const { accountId, from, limit } = one;
    const ms = from && msOf(accountId);
    if (!ms || limit.kind !== 'idle' || limit.ms === ms) return one;
    return { ...one, limit: { ...limit, ms } };
  });
  const taken = new Set(autoStops.map(keyOf));
  const ofDefaults = defaultedRuns.filter((run) => !isOff(run));
  const runs = new Map(ofDefaults.map((run) => [keyOf(run), run]));
  const listed = new Set<string>();
  for (const { accountId, vmId, vm } of vmsAsListed(state)) {
    const ms = msOf(accountId);
    if (!ms) continue;
    const run = { accountId, vmId, startedAt: vm.startedAt, isOver: false };
    listed.add(keyOf(run));
    if (!noteRun(runs, run, vm) || taken.has(keyOf(run))) continue;
    const limit = { kind: 'idle', ms, since: now } as const;
    autoStops.push({ accountId, vmId, name: vmName(vm), limit, from: 'default' });
  }
  const missing = [...runs.keys()].filter((key) => !listed.has(key));
  for (const key of missing.slice(0, -MAX_MISSING)) runs.delete(key);
  const next = { autoStops, defaultedRuns: [...runs.values()] };
  const { autoStops: own = [] } = settings;
  return isDeepStrictEqual(next, { autoStops: own, defaultedRuns })
    ? settings
    : { ...settings, ...next };
}
