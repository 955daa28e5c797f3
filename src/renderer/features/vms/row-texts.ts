import { autoStopLabel } from '../../../shared/auto-stop/auto-stop.ts';
import { runningSince } from '../../../shared/domain/vm.ts';
import { parseDateTime, printable } from '../../../shared/format/index.ts';
import { currentLoad } from '../../../shared/gpu-load/gpu-load.ts';
import { pendingLabel } from '../../../shared/operations/pending.ts';
import type { AppState, ListedVm } from '../../../shared/state/index.ts';
import { loginObstacle } from '../../../shared/vms/login-ways.ts';
import { troubleSince } from '../../../shared/vms/vm-activity.ts';
import { type VmRow, vmRow } from '../../../shared/vms/vm-row.ts';
import { coarseDuration, runTime } from '../../ui/time.ts';
import { clusterLabel, messages } from './messages.ts';

/** The second line of a row; the end of a row of one line. */
interface SecondLine {
  /** GPUs and running time: `2 × 4090 · 12 h`; empty in one line. */
  readonly what: string;
  /** `87% gpu  45% vram`; empty also without room. */
  readonly load: string;
  /** %; null: no meter. */
  readonly meter: number | null;
  readonly state: string;
  /** Who stops the VM, or its state in full; undefined: the state itself. */
  readonly hover: string | undefined;
  readonly tone: 'quiet' | 'amber';
  /** ms since the epoch. The service reports no such time for starting and stopping. */
  readonly creatingSince: number | null;
}

interface Facts {
  readonly app: AppState;
  readonly listed: ListedVm;
  readonly row: VmRow;
  /** ms since the epoch. */
  readonly now: number;
}

type State = Pick<SecondLine, 'state' | 'tone'> & Partial<Pick<SecondLine, 'hover'>>;

const quiet = (state: string): State => ({ state, tone: 'quiet' });
const amber = (state: string): State => ({ state, tone: 'amber' });

/** The login state. GPU figures came over SSH, so then the login works. */
function runningState({ app, listed: { key, vm }, row, now }: Facts): State {
  const login = app.vmSshAccess[key];
  const load = app.vmLoads[key];
  const obstacle = loginObstacle(vm, login);
  if (obstacle !== null) return quiet(obstacle.toLowerCase());
  if (login?.reach === 'waiting') return quiet(messages.waitingForSsh);
  const hasGpus = row.loads.some(({ name }) => name === 'gpu' || name === 'vram');
  if (load?.problem && !hasGpus) return amber(messages.noGpuLoad);
  if (login?.reach === 'silent') return quiet(messages.noSsh);
  return quiet(login?.reach === 'ready' && currentLoad(load, now) === null ? messages.ready : '');
}

/** `failed 2 h`; only `failed` where the time is unknown. */
function since(phase: string, at: number | null, now: number): string {
  return at === null ? phase : `${phase} ${coarseDuration(now - at)}`;
}

/** @param isOneLine the name is in the same line: of a note, only the first word is shown */
function stateOf(facts: Facts, isOneLine: boolean): State {
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
      return amber(printable(vm.status) || messages.noStatus);
    case 'destroyed':
      return quiet(messages.gone);
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

const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' · ');

/** Characters of the meter of a load. */
const METER = 5;

const EMPTY = { what: '', load: '', meter: null } as const;

/** Without room, the meter goes first, then memory, then the running time, then the load; state and auto-stop never. */
function fitted({ vm }: ListedVm, row: VmRow, time: string | null, room: number) {
  const figures = row.loads.map(({ name, percent }) => `${Math.round(percent)}% ${name}`);
  const load = figures.join('  ');
  const [first = ''] = figures;
  const short = row.gpus;
  const long = joined([short, clusterLabel(vm), time ?? '']);
  const lines = [
    { what: long, load, meter: row.loads[0]?.percent ?? null },
    { what: long, load, meter: null },
    { what: long, load: first, meter: null },
    { what: short, load: first, meter: null },
  ];
  const fits = ({ what, load: shown, meter }: (typeof lines)[number]) =>
    joined([what, shown]).length + (meter === null ? 0 : METER) <= room;
  return lines.find(fits) ?? { ...EMPTY, what: short };
}

function secondLine(
  app: AppState,
  listed: ListedVm,
  row: VmRow,
  now: number,
  room: number | null,
): SecondLine {
  const { key, vm } = listed;
  const autoStop = app.autoStops[key];
  const { state: own, tone, hover } = stateOf({ app, listed, row, now }, room === null);
  const until = autoStop && autoStopLabel(autoStop, now, app.preferences.hideAmounts);
  const state = joined([until, own]);
  const firstSeen = app.firstSeen[key] ?? null;
  const time = vm.phase === 'running' ? runTime(runningSince(vm), firstSeen, now) : null;
  const left = (room ?? 0) - (state === '' ? 0 : ` · ${state}`.length);
  return {
    ...(room === null ? EMPTY : fitted(listed, row, time, left)),
    state,
    tone,
    hover: autoStop?.armed?.text ?? hover,
    creatingSince: vm.phase === 'creating' ? parseDateTime(vm.createdAt) : null,
  };
}

export interface RowTexts extends SecondLine {
  readonly name: string;
  readonly isWaste: boolean;
  /** Why there is no address to log in to; null: there is one. */
  readonly obstacle: string | null;
  readonly isMuted: boolean;
  /** Its account is out of date. */
  readonly isOld: boolean;
}

/** The state of a VM in words, as in its row: `stopped 3 d`. @param now ms since the epoch */
export function stateText(app: AppState, listed: ListedVm, now: number): string {
  const { key, accountId, vm } = listed;
  const row = vmRow({ app, accountId, now }, vm, key);
  return stateOf({ app, listed, row, now }, false).state;
}

/**
 * Flat, so that a row renders again only when one of its texts changes.
 * @param now ms since the epoch @param room characters of the second line; null: in one line with the name
 */
export function rowTexts(
  app: AppState,
  listed: ListedVm,
  now: number,
  room: number | null,
): RowTexts {
  const { key, accountId, vm } = listed;
  const row = vmRow({ app, accountId, now }, vm, key);
  return {
    ...secondLine(app, listed, row, now, room),
    name: row.name,
    isWaste: row.waste !== null,
    obstacle: loginObstacle(vm, app.vmSshAccess[key]),
    isMuted: app.preferences.mutedVms.includes(key),
    isOld: app.snapshots[accountId]?.freshness === 'outOfDate',
  };
}
