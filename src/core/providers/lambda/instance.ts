import type { VmOperation } from '../../../shared/domain/service-profile.ts';
import {
  type KeptVolume,
  NOT_BILLED,
  type Rate,
  rateOf,
  type Vm,
  type VmPhase,
} from '../../../shared/domain/vm.ts';
import { clipped, printable } from '../../../shared/format/index.ts';
import { count, fields, items, money, pathId, record, shortText, text } from '../http/read.ts';

// An instance as Lambda sends it (`docs/providers/lambda.yaml`), read as a VM. Its records carry secrets (`jupyter_token`,
// `jupyter_url`), so that only fields named here are taken.

/** `unhealthy` runs and is billed, but its health check fails. */
const PHASES: ReadonlyMap<string, VmPhase> = new Map([
  ['booting', 'creating'],
  ['active', 'running'],
  ['unhealthy', 'offline'],
  ['terminating', 'stopping'],
  ['terminated', 'destroyed'],
  ['preempted', 'interrupted'],
]);

/** Billed from the first passed health check until terminated (Lambda's billing page). */
const IS_BILLED: readonly string[] = ['active', 'unhealthy', 'terminating'];

/** @param hasStorage file systems, which are billed apart */
function rateNow(status: string, hourly: number | null, hasStorage: boolean): Rate | null {
  if (status === 'terminated') return rateOf(0);
  if (status === 'booting') return rateOf(0, hasStorage);
  return rateOf(IS_BILLED.includes(status) ? hourly : null, hasStorage);
}

/** The API names neither port nor user: all images have this one, and the port is that of SSH. */
const USER = 'ubuntu';

// Shared, since a poll reads a thousand records.
const NONE: readonly never[] = [];
const DESTROY: readonly VmOperation[] = ['destroy'];
const STILL_BILLED = ['File systems stay, and are billed until you delete them.'];

function fileSystemsOf(sent: unknown): readonly KeptVolume[] {
  return items(sent).flatMap((name) => {
    const path = shortText(name, 200);
    return path === null ? [] : [{ path, sizeGb: null, perHour: null, isNetwork: true }];
  });
}

/** Why a termination is not possible now, as Lambda says it; null: it is possible. */
function refusalOf({ available, reason_description: reason }: Readonly<Record<string, unknown>>) {
  if (available !== false) return null;
  return clipped(printable(text(reason) ?? ''), 300) || 'Lambda gives no reason.';
}

/** `A100 (40 GB SXM4)` as `A100 40 GB`. */
const shortGpu = (sent: unknown) => text(sent)?.replace(/ \((\d+ GB)[^()]*\)$/, ' $1') ?? null;

function noteOf(status: string, keys: unknown): string | null {
  if (status === 'unhealthy') return 'unhealthy; its health check fails';
  const isKeyless = status === 'active' && Array.isArray(keys) && keys.length === 0;
  return isKeyless ? 'it has no SSH key; terminate it, and launch it with one' : null;
}

export const MARK_TAG = 'gpu-tray-order';

function markOf(tags: unknown): string | null {
  const sent = items(tags).map(fields);
  const mark = shortText(sent.find(({ key }) => key === MARK_TAG)?.['value'], 8);
  return mark !== null && /^[a-z0-9]{8}$/.test(mark) ? mark : null;
}

/** An instance as a VM. Only the id and the status are required; it has no times. */
export const instanceSchema = record<Vm>((sent) => {
  const id = pathId(sent['id']);
  const word = shortText(sent['status'], 100);
  if (id === null || word === null) return null;
  const type = fields(sent['instance_type']);
  const specs = fields(type['specs']);
  const gpuCount = count(specs['gpus']);
  const cents = money(type['price_cents_per_hour']);
  const perHour = cents === null ? null : cents / 100;
  const keeps = fileSystemsOf(sent['file_system_names']);
  const hasStorage = keeps.length > 0;
  const ipAddress = shortText(sent['ip'], 255);
  const refusal = refusalOf(fields(fields(sent['actions'])['terminate']));
  return {
    id,
    defaultName: null,
    label: text(sent['name']),
    gpuType: gpuCount === 0 ? null : shortGpu(type['gpu_description']),
    gpuCount,
    storageGb: count(specs['storage_gib']),
    ramGb: count(specs['memory_gib']),
    cpuCores: count(specs['vcpus']),
    cpuModel: null,
    cpuPercent: null,
    ramPercent: null,
    ipAddress,
    phase: PHASES.get(word) ?? 'unknown',
    status: word,
    createdAt: null,
    startedAt: null,
    stoppedAt: null,
    autoRestart: null,
    rates: {
      now: rateNow(word, perHour, hasStorage),
      running: rateOf(perHour, hasStorage),
      stopped: null,
    },
    billed: NOT_BILLED,
    login:
      ipAddress === null ? null : { host: ipAddress, port: null, user: USER, isShellOnly: false },
    operations: refusal === null && word !== 'terminated' ? DESTROY : NONE,
    ...(refusal !== null && { refusals: { destroy: refusal } }),
    note: noteOf(word, sent['ssh_key_names']),
    effects: { destroy: { label: 'Terminate', keeps, notes: hasStorage ? STILL_BILLED : NONE } },
    mark: markOf(sent['tags']),
    facts: { Location: text(fields(sent['region'])['name']) },
  };
});
