import { autoStopLabel } from '../../../shared/auto-stop/auto-stop.ts';
import { runningSince, type Vm } from '../../../shared/domain/vm.ts';
import { clipped, hiding, joined, parseDateTime, printable } from '../../../shared/format/index.ts';
import { currentLoad } from '../../../shared/gpu-load/gpu-load.ts';
import { pendingLabel } from '../../../shared/operations/pending.ts';
import type { AppState, ListedVm } from '../../../shared/state/index.ts';
import { loginObstacle } from '../../../shared/vms/login-ways.ts';
import { troubleSince } from '../../../shared/vms/vm-activity.ts';
import { type VmRow, vmRow } from '../../../shared/vms/vm-row.ts';
import { coarseDuration, runTime } from '../../ui/time.ts';

export const menuLabel = (name: string) => `Actions for ${name}`;

/** Empty: it is in no cluster. */
export const clusterLabel = ({ cluster }: Pick<Vm, 'cluster'>) =>
  cluster == null ? '' : `cluster ${clipped(printable(cluster), 24)}`;

/** Characters at the end of a long name that stay visible, such as `-run-11`. */
const TAIL = 7;
/** Not in other scripts, which join letters or change direction. */
const PLAIN = /^[\x20-\x7e×·≥…]*$/;

/** Characters of a bold name that fit beside its amount, for each character of the line below. */
const NAME_SHARE = 0.55;

/** Start and end of a name that may not fit beside its amount. @param room as in `rowTexts` */
export function splitName(name: string, room: number | null) {
  const isSplit = name.length > Math.max(13, (room ?? 0) * NAME_SHARE) && PLAIN.test(name);
  return isSplit ? [name.slice(0, -TAIL), name.slice(-TAIL)] : [name, ''];
}

interface Facts {
  readonly app: AppState;
  readonly listed: ListedVm;
  readonly row: VmRow;
  readonly now: number;
}

interface State {
  readonly state: string;
  readonly tone: 'quiet' | 'amber';
  /** The state in full, where it was cut. */
  readonly hover?: string;
}

const quiet = (state: string): State => ({ state, tone: 'quiet' });
const amber = (state: string): State => ({ state, tone: 'amber' });

/** The login state. GPU figures came over SSH, so then the login works. */
function runningState({ app, listed: { key, vm }, row, now }: Facts): State {
  const login = app.vmSshAccess[key];
  const load = app.vmLoads[key];
  const obstacle = loginObstacle(vm, login);
  if (obstacle !== null) return quiet(obstacle.toLowerCase());
  if (login?.reach === 'waiting') return quiet('waiting for SSH');
  const hasGpus = row.loads.some(({ name }) => name === 'gpu' || name === 'vram');
  if (load?.problem && !hasGpus) return amber('no GPU load');
  if (login?.reach === 'silent') return quiet('no SSH answer');
  return quiet(login?.reach === 'ready' && currentLoad(load, now) === null ? 'ready' : '');
}

/** `failed 2 h`; only `failed` where the time is unknown. */
function since(phase: string, at: number | null, now: number): string {
  return at === null ? phase : `${phase} ${coarseDuration(now - at)}`;
}

/** The state of a VM in words, such as `stopped 3 d`. @param isOneLine the name is in the same line: of a note, only the first word is shown */
export function stateOf(facts: Facts, isOneLine: boolean): State {
  const { app, row, now } = facts;
  const { key, vm } = facts.listed;
  const { phase } = vm;
  const operation = app.operations[key];
  if (operation) return (operation.isOverdue ? amber : quiet)(pendingLabel(operation));
  if (row.waste !== null) return amber(row.state);
  if (vm.note) {
    const note = printable(vm.note);
    return isOneLine ? { ...amber(note.replace(/ ?[;·].*/, '')), hover: note } : amber(note);
  }
  switch (phase) {
    case 'interrupted':
    case 'failed':
    case 'offline':
      return amber(since(phase, troubleSince(vm, app.vmActivity[key]), now));
    case 'unknown':
    case 'unconfirmed':
      return amber(printable(vm.status) || 'no status');
    case 'destroyed':
      return quiet('gone');
    case 'running':
      return runningState(facts);
    case 'stopped':
      return quiet(since(phase, parseDateTime(vm.stoppedAt), now));
    case 'creating':
    case 'starting':
    case 'stopping':
      return quiet(`${vm.status}…`);
  }
}

/** Characters of the meter of a load. */
const METER = 5;

const partsOf = (what: string, load = '', meter: number | null = null) => ({ what, load, meter });

/** Without room, the meter goes first, then memory, then the running time, then the load; state and auto-stop never. */
function fitted({ vm }: ListedVm, row: VmRow, time: string | null, room: number) {
  const figures = row.loads.map(({ name, percent }) => `${Math.round(percent)}% ${name}`);
  const load = figures.join('  ');
  const [first = ''] = figures;
  const long = joined([row.gpus, clusterLabel(vm), time ?? '']);
  const lines = [
    partsOf(long, load, row.loads[0]?.percent),
    partsOf(long, load),
    partsOf(long, first),
    partsOf(row.gpus, first),
  ];
  const widthOf = (line: ReturnType<typeof partsOf>) =>
    joined([line.what, line.load]).length + (line.meter === null ? 0 : METER);
  return lines.find((line) => widthOf(line) <= room) ?? partsOf(row.gpus);
}

export type RowTexts = ReturnType<typeof rowTexts>;

/**
 * The texts of a row. Flat, so that a row renders again only when one of them changes.
 * @param room characters of the second line; null: in one line with the name
 */
export function rowTexts(app: AppState, listed: ListedVm, now: number, room: number | null) {
  const { key, accountId, vm } = listed;
  const row = vmRow({ app, accountId, now }, vm, key);
  const own = stateOf({ app, listed, row, now }, room === null);
  const autoStop = app.autoStops[key];
  const until = autoStop && hiding(app.preferences)(autoStopLabel(autoStop, now));
  const state = joined([until, own.state]);
  const firstSeen = app.firstSeen[key] ?? null;
  const time = vm.phase === 'running' ? runTime(runningSince(vm), firstSeen, now) : null;
  const left = (room ?? 0) - (state === '' ? 0 : ` · ${state}`.length);
  const parts = room === null ? partsOf('') : fitted(listed, row, time, left);
  const line = joined([parts.what, parts.load, state]);
  const isMuted = app.preferences.mutedVms.includes(key);
  const hover = autoStop?.armed?.text ?? own.hover;
  const isPlain = own.tone === 'quiet' && hover === undefined && !isMuted && PLAIN.test(line);
  const [start, end] = splitName(row.name, room);
  return {
    /** `2 × 4090 · 12 h`, `87% gpu  45% vram` and its meter in %. */
    ...parts,
    state,
    tone: own.tone,
    /** All of it fits and can be one text, which takes less time to lay out. */
    isText: isPlain && line.length <= (room ?? line.length) && vm.phase !== 'creating',
    /** Who stops the VM, or its state in full; undefined: the state itself. */
    hover,
    /** ms since the epoch. The service reports no such time for starting and stopping. */
    creatingSince: vm.phase === 'creating' ? parseDateTime(vm.createdAt) : null,
    ...{ name: row.name, start, end },
    isWaste: row.waste !== null,
    /** Why there is no address to log in to; null: there is one. */
    obstacle: loginObstacle(vm, app.vmSshAccess[key]),
    isMuted,
    /** Its account is out of date. */
    isOld: app.snapshots[accountId]?.freshness === 'outOfDate',
  };
}
