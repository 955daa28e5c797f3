import { stripVTControlCharacters } from 'node:util';
import type { VmOperation } from '../../../shared/domain/service-profile.ts';
import {
  isChanging,
  NOT_BILLED,
  type OperationEffect,
  rateOf,
  type Vm,
  type VmLogin,
  type VmPhase,
  type VmRates,
} from '../../../shared/domain/vm.ts';
import { clipped, MINUTE_MS, printable } from '../../../shared/format/index.ts';
import { LOW_BELOW } from '../../../shared/gpu-load/gpu-load.ts';
import { withoutCredentialLike } from '../../redact.ts';
import {
  count,
  fields,
  flag,
  money,
  percent,
  quantity,
  record,
  shortText,
  text,
} from '../http/read.ts';
import { markIn } from '../order-mark.ts';

// An instance as Vast sends it (`docs/providers/vast.yaml`), read as a VM. Its records carry secrets (`extra_env`, `onstart`,
// `jupyter_token`), so that only fields named here are taken.

const PHASES: ReadonlyMap<string, VmPhase> = new Map([
  ['created', 'creating'],
  ['loading', 'starting'],
  // Not in the description.
  ['scheduling', 'starting'],
  ['rebooting', 'starting'],
  ['running', 'running'],
  // Its GPU is billed.
  ['frozen', 'running'],
  ['stopped', 'stopped'],
  ['exited', 'stopped'],
  ['offline', 'offline'],
]);

const NOTES: ReadonlyMap<string, string> = new Map([
  ['frozen', 'frozen · GPU billed'],
  ['offline', 'offline · its host is gone'],
]);

interface State {
  readonly phase: VmPhase;
  readonly note: string | null;
}

const WAITS: State = { phase: 'starting', note: 'waits for its GPU; billed when it starts' };
const OUTBID: State = { phase: 'interrupted', note: 'outbid; restarts automatically' };

/** Its container ended while a machine is held for it. */
function crashOf(message: unknown): State {
  const plain = printable(stripVTControlCharacters((text(message) ?? '').slice(0, 2_000)));
  const reason = clipped(withoutCredentialLike(plain), 200);
  return { phase: 'failed', note: `container ended · billed${reason && `. ${reason}`}` };
}

/** By `actual_status`, null before it is made. `intended_status` may be ahead; `cur_state`: whether a machine is held, and billed. */
function stateOf(word: string | null, sent: Readonly<Record<string, unknown>>): State {
  const { intended_status: intended, cur_state: held, is_bid: isBid, status_msg } = sent;
  const phase = word === null ? 'creating' : (PHASES.get(word) ?? 'unknown');
  // Stopped before it ever ran: nothing loads, although its container is still called so.
  if (isChanging(phase) && intended === 'stopped' && held === 'stopped')
    return { phase: 'stopped', note: null };
  // An order that was left without a machine.
  if (phase === 'creating' && held === 'stopped') return isBid === true ? OUTBID : WAITS;
  if (word === 'exited' && held === 'running' && intended !== 'stopped') return crashOf(status_msg);
  if (word !== 'scheduling' && (phase !== 'stopped' || intended !== 'running'))
    return { phase, note: NOTES.get(word ?? '') ?? null };
  if (held === 'running') return { phase: 'starting', note: null };
  return isBid === true && phase === 'stopped' ? OUTBID : WAITS;
}

function operationsOf(phase: VmPhase): readonly VmOperation[] {
  if (phase === 'stopped') return ['start', 'destroy'];
  return phase === 'unknown' ? ['start', 'stop', 'destroy'] : ['stop', 'destroy'];
}

// Shared, since a poll reads many records.
const NOTHING: readonly never[] = [];

/** As many as are read over SSH. */
const MAX_GPUS = 64;

/** A port, also as text; 0: there is none. */
const portOf = (sent: unknown) => count(typeof sent === 'string' ? Number(sent) : sent) || null;

const hostOf = (sent: unknown) => shortText(text(sent)?.trim(), 255);

/** The mapped port of the host's address, else Vast's proxy, whose next port belongs to images with Jupyter. */
function loginOf(sent: Readonly<Record<string, unknown>>): VmLogin | null {
  const mapped = fields(sent['ports'])['22/tcp'];
  const direct = Array.isArray(mapped) ? portOf(fields(mapped[0])['HostPort']) : null;
  const address = hostOf(sent['public_ipaddr']);
  const login = { user: 'root', isShellOnly: false };
  if (direct !== null && address !== null) return { ...login, host: address, port: direct };
  const host = hostOf(sent['ssh_host']);
  const port = portOf(sent['ssh_port']);
  if (host === null || port === null) return null;
  const isJupyter = text(sent['image_runtype'])?.includes('jupyter') === true;
  return { ...login, host, port: isJupyter ? port + 1 : port };
}

/** %: Vast's client shows a percentage, its description calls this a fraction, so a value up to 1 may be either. */
function loadOf(sent: unknown): number | null {
  const load = percent(sent);
  return load !== null && load > 0 && load <= 1 ? null : load;
}

/** Vast reports one load for all GPUs: the low load of several may hide a GPU that works. */
function gpuLoadsOf(sent: unknown, gpus: number | null): readonly number[] {
  const load = loadOf(sent);
  const isUnsure = load === null || (gpus !== 1 && load > 0 && load < LOW_BELOW);
  return isUnsure ? NOTHING : Array.from({ length: Math.min(gpus ?? 1, MAX_GPUS) }, () => load);
}

function memoryOf(used: unknown, limit: unknown): number | null {
  const [part, whole] = [quantity(used), quantity(limit)];
  return part === null || whole === null || whole === 0
    ? null
    : percent(Math.round((100 * part) / whole));
}

function wholeOf(sent: unknown): number | null {
  const amount = quantity(sent);
  return amount === null ? null : Math.round(amount);
}

const MAX_SECONDS = 100_000_000_000;

/** ms since the epoch, of epoch seconds. */
export function timeIn(sent: unknown): number | null {
  const seconds = quantity(sent) || null;
  return seconds === null || seconds > MAX_SECONDS ? null : Math.round(seconds) * 1_000;
}

function isoTime(sent: unknown): string | null {
  const at = timeIn(sent);
  return at === null ? null : new Date(at).toISOString();
}

const END_EFFECT = 'Then it cannot run, and 48 h later its host may delete it with its disk';
const START_NOTES = ['It waits for its GPU and is billed once it runs.'];
const STOP_NOTES = [
  'Many hosts charge more for the disk of a stopped instance.',
  'Restarting may wait for a free GPU.',
];
const START: OperationEffect = { keeps: NOTHING, isWhole: true, notes: START_NOTES };
const DESTROY: OperationEffect = { keeps: NOTHING, notes: NOTHING };

const effectsOf = (sizeGb: number | null, perHour: number | null) => ({
  start: START,
  stop: {
    keeps: [{ path: 'The disk', sizeGb, perHour, isNetwork: false }],
    isWhole: true,
    notes: STOP_NOTES,
  },
  destroy: DESTROY,
});

type Sent = Readonly<Record<string, unknown>>;

/** $/h that is paid in advance, and so in place of a total; null: nothing is paid in advance. */
function discountOn(total: number | null, { discountedTotalPerHour: sent }: Sent): number | null {
  const discounted = money(sent) || null;
  return discounted !== null && discounted < (total ?? 0) ? discounted : null;
}

/** No machine is held for it, whatever its total says. */
const hasNoGpu = (state: State, { cur_state: held, actual_status: word }: Sent) =>
  state === WAITS ||
  (held === 'stopped' &&
    (word === 'scheduling' || state.phase === 'interrupted' || state.phase === 'unknown'));

/** Bandwidth is billed beside each, unless the host is offline. */
function ratesOf(state: State, sent: Sent): VmRates {
  const { phase } = state;
  const prices = fields(sent['instance']);
  const [disk, whileRunning] = [money(prices['diskHour']), money(sent['dph_total'])];
  const gpu = money(prices['gpuCostPerHour']) || null;
  const isHeld = phase === 'running' || phase === 'failed';
  const stopped = phase === 'stopped' ? disk : null;
  const sum = money(prices['totalHour']) ?? (isHeld ? whileRunning : stopped);
  // Without the price of its GPU, or below that price, the total may be the disk's.
  const total = isHeld && (gpu === null || gpu > (sum ?? 0)) ? whileRunning || sum : sum;
  const discounted = isHeld && gpu !== null ? discountOn(total, prices) : null;
  const now = hasNoGpu(state, sent) ? disk : (discounted ?? total);
  return {
    now: phase === 'offline' ? rateOf(0) : rateOf(now, true),
    running: rateOf(discounted ?? whileRunning, true),
    stopped: rateOf(disk, true),
    // The discount is on no part alone.
    gpuPerHour: discounted === null ? (gpu ?? money(sent['dph_base'])) : null,
    storagePerHour: disk,
  };
}

export const defaultName = (id: string | number) => `vast-${id}`;

/** An instance as a VM. Only the id is required. @param now ms since the epoch */
export const instanceSchema = (now: number) => record<Vm>((sent) => instanceOf(sent, now));

function instanceOf(sent: Sent, now: number): Vm | null {
  const number = count(sent['id']);
  const word = sent['actual_status'] ?? null;
  const status = word === null ? 'creating' : shortText(word, 100);
  if (number === null || status === null) return null;
  const isBid = flag(sent['is_bid']) === true;
  const state = stateOf(word === null ? null : status, sent);
  const { phase, note } = state;
  // While it is frozen, its uptime may stand still.
  const uptime = status === 'running' ? quantity(sent['uptime_mins']) : null;
  const isRunning = phase === 'running';
  const rates = ratesOf(state, sent);
  const sizeGb = wholeOf(sent['disk_space']);
  const login = loginOf(sent);
  const endsAt = isoTime(sent['end_date']);
  const gpuCount = count(sent['num_gpus']);
  const label = shortText(text(sent['label'])?.trim(), 1024);
  const ipAddress = hostOf(sent['public_ipaddr']);
  return {
    id: String(number),
    defaultName: defaultName(number),
    label,
    mark: markIn(label),
    gpuType: text(sent['gpu_name']),
    gpuCount,
    storageGb: sizeGb,
    ramGb: null,
    cpuCores: wholeOf(sent['cpu_cores_effective']) || null,
    cpuModel: text(sent['cpu_name']),
    cpuPercent: isRunning ? loadOf(sent['cpu_util']) : null,
    ramPercent: isRunning ? memoryOf(sent['mem_usage'], sent['mem_limit']) : null,
    ipAddress: login?.host === ipAddress ? ipAddress : null,
    phase,
    status,
    createdAt: isoTime(sent['start_date']),
    startedAt: uptime === null ? null : isoTime((now - uptime * MINUTE_MS) / 1_000),
    isRunIntended:
      isRunning && [sent['intended_status'], sent['cur_state']].every((word) => word === 'running'),
    isStartRounded: true,
    stoppedAt: null,
    autoRestart: isBid ? true : null,
    rates,
    billed: NOT_BILLED,
    login,
    // A recycled instance keeps its id, host and port.
    hasRunKeys: true,
    gpuPercents: isRunning ? gpuLoadsOf(sent['gpu_util'], gpuCount) : NOTHING,
    operations: operationsOf(phase),
    effects: effectsOf(sizeGb, rates.storagePerHour ?? null),
    note,
    ...(status === 'frozen' && { isFrozen: true }),
    contract: endsAt === null ? null : { endsAt, effect: END_EFFECT },
    facts: {
      Location: text(sent['geolocation']),
      Rental: isBid ? 'interruptible' : 'on demand',
      'Machine ID': count(sent['machine_id']),
      'Host ID': count(sent['host_id']),
    },
  };
}
