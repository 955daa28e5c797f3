import { VM_OPERATIONS, type VmOperation } from '../../../shared/domain/service-profile.ts';
import {
  type KeptVolume,
  NOT_BILLED,
  type Rate,
  rateOf,
  type Vm,
  type VmLogin,
  type VmPhase,
  type VmRates,
} from '../../../shared/domain/vm.ts';
import { isText } from '../http/http-problem.ts';
import {
  count,
  fields,
  flag,
  isObject,
  items,
  money,
  pathId,
  percent,
  record,
  shortText,
  text,
} from '../http/read.ts';
import { markIn } from '../order-mark.ts';

// A pod as RunPod sends it (`docs/providers/runpod.yaml`), read as a VM. Its records carry secrets (`env`, `registry`), so that
// only fields named here are taken.

const PHASES: ReadonlyMap<string, VmPhase> = new Map([
  ['PROVISIONING', 'creating'],
  ['STARTING', 'starting'],
  ['RUNNING', 'running'],
  ['EXITED', 'stopped'],
  ['ERROR', 'failed'],
  ['TERMINATED', 'destroyed'],
]);

/** RunPod's name of an operation. Its `restart` is none. */
export const actionOf = (operation: VmOperation) =>
  operation === 'destroy' ? 'terminate' : operation;

/** $ per GB and hour of the volume of a stopped pod: $0.20 a month (RunPod's price list, 730 h). */
const STOPPED_GB_HOUR = 0.2 / 730;

// Shared, since a poll reads a thousand pods.
const NONE: readonly never[] = [];
const GPU_MAY_BE_TAKEN = ['The GPU may not be available when you restart.'];

const AS_A_WHOLE = 'Its cluster is started, stopped and deleted as a whole, in the console.';
const OF_CLUSTER = { start: AS_A_WHOLE, stop: AS_A_WHOLE, destroy: AS_A_WHOLE };
const LOCKED = { stop: 'It is locked. Unlock it in the console.' };

function volumesOf({ persistent, network }: Readonly<Record<string, unknown>>) {
  const { path, size } = fields(persistent);
  const own = shortText(path, 200);
  const sizeGb = count(size);
  const perHour = sizeGb === null ? null : sizeGb * STOPPED_GB_HOUR;
  const volumes: KeptVolume[] = [];
  if (own !== null) volumes.push({ path: own, sizeGb, perHour, isNetwork: false });
  for (const mount of items(network)) {
    const at = shortText(fields(mount)['path'], 200);
    if (at !== null) volumes.push({ path: at, sizeGb: null, perHour: null, isNetwork: true });
  }
  return volumes;
}

/** The effects of a stop and a termination: `https://docs.runpod.io/pods/pricing`. */
function effectsOf(volumes: readonly KeptVolume[], hasGpu: boolean) {
  const kept = volumes.filter(({ isNetwork }) => isNetwork);
  const notes = [
    ...(kept.length < volumes.length ? ['Deletes its volume.'] : NONE),
    ...(kept.length > 0 ? ['Keeps its network volume.'] : NONE),
  ];
  return {
    stop: { keeps: volumes, notes: hasGpu ? GPU_MAY_BE_TAKEN : NONE },
    destroy: { keeps: kept, notes },
  };
}

function loginOf(ssh: Readonly<Record<string, unknown>>): VmLogin | null {
  const endpoint = (name: 'direct' | 'proxy'): VmLogin | null => {
    const sent = fields(ssh[name]);
    const host = shortText(sent['host'], 255);
    const port = count(sent['port']);
    const user = shortText(sent['username'], 128);
    return host === null || port === null || user === null
      ? null
      : { host, port, user, isShellOnly: name === 'proxy' };
  };
  return endpoint('direct') ?? endpoint('proxy');
}

/** The host keys are on the system disk, which a stop erases; a proxy keeps its own. */
const hasRunKeys = (login: VmLogin | null, volumes: readonly KeptVolume[]) =>
  login?.isShellOnly === false && !volumes.some(({ path }) => path === '/');

/** A stopped pod has `cost` 0 although its volume is billed, at its list price. A network volume is on no pod's record. */
function ratesOf(sent: unknown, phase: VmPhase, volumes: readonly KeptVolume[]): VmRates {
  const cost = money(sent) || null;
  const own = volumes.find(({ perHour }) => perHour !== null);
  const stopped = rateOf(own?.perHour ?? null, true);
  const hasNetwork = volumes.some(({ isNetwork }) => isNetwork);
  const atRest: Partial<Record<VmPhase, Rate | null>> = { stopped, destroyed: rateOf(0) };
  const now = rateOf(cost, hasNetwork) ?? atRest[phase] ?? null;
  return { now, running: phase === 'running' ? now : null, stopped };
}

/** As many as are read over SSH. */
const MAX_GPUS = 64;

const percents = (sent: readonly unknown[]) =>
  sent.slice(0, MAX_GPUS).flatMap((each) => percent(fields(each)['util']) ?? NONE);

/** `NVIDIA GeForce RTX 4090` as `RTX 4090`. */
const shortGpu = (sent: unknown) =>
  text(sent)?.replace(/^(NVIDIA|AMD)\s+(GeForce\s+)?(?=\S)/i, '') ?? null;

/** A GPU pod need not say how many. */
function gpuCountOf(gpu: Readonly<Record<string, unknown>> | null, cpu: unknown): number | null {
  if (gpu === null) return isObject(cpu) ? 0 : null;
  return count(gpu['count'] ?? 1);
}

const operationsOf = (actions: readonly unknown[], isLocked: boolean) =>
  VM_OPERATIONS.filter(
    (name) => actions.includes(actionOf(name)) && !(isLocked && name === 'stop'),
  );

const KEYLESS = 'it has no SSH key; destroy it, and launch it with one';

/** Whether a pod that was ordered here came up without its key, which is no error. Only the presence of the variable is read. */
const isKeyless = (mark: string | null, env: unknown) =>
  mark !== null && isObject(env) && !isText(env['PUBLIC_KEY']);

/** A pod as a VM. Only the id and the status are required. */
export const podSchema = record<Vm>((sent) => {
  const id = pathId(sent['id']);
  const word = shortText(sent['status'], 100);
  if (id === null || word === null) return null;
  const known = PHASES.get(word);
  const phase = known ?? 'unknown';
  const gpu = isObject(sent['gpu']) ? sent['gpu'] : null;
  const volumes = volumesOf(fields(sent['mounts']));
  const cpu = fields(sent['cpu']);
  const runtime = fields(sent['runtime']);
  const login = loginOf(fields(sent['ssh']));
  const cluster = isObject(sent['cluster']) ? shortText(sent['cluster']['id'], 128) : null;
  const isLocked = flag(sent['locked']) === true;
  const mark = markIn(text(sent['name']));
  return {
    id,
    defaultName: null,
    // A pod without a name has its id as one.
    label: sent['name'] === id ? null : text(sent['name']),
    gpuType: gpu === null ? null : shortGpu(gpu['id']),
    gpuCount: gpuCountOf(gpu, sent['cpu']),
    storageGb: volumes.find(({ sizeGb }) => sizeGb !== null)?.sizeGb ?? null,
    ramGb: count(cpu['memory']),
    cpuCores: count(cpu['vcpuCount']),
    cpuModel: text(cpu['id']),
    cpuPercent: percent(fields(runtime['cpu'])['util']),
    ramPercent: percent(fields(runtime['memory'])['util']),
    ipAddress: login === null || login.isShellOnly ? null : login.host,
    phase,
    status: known ?? word,
    createdAt: text(sent['createdAt']),
    startedAt: text(sent['startedAt']),
    stoppedAt: null,
    autoRestart: null,
    rates: ratesOf(sent['cost'], phase, volumes),
    billed: NOT_BILLED,
    login,
    hasRunKeys: hasRunKeys(login, volumes),
    gpuPercents: percents(items(runtime['gpus'])),
    operations: cluster === null ? operationsOf(items(sent['actions']), isLocked) : NONE,
    // A member of a cluster is operated through its cluster only.
    ...((cluster !== null || isLocked) && { refusals: cluster === null ? LOCKED : OF_CLUSTER }),
    effects: effectsOf(volumes, gpu !== null),
    facts: {
      Location: text(sent['dataCenterId']),
      ...(cluster !== null && { Cluster: cluster }),
      Locked: isLocked ? 'yes' : 'no',
    },
    cluster,
    isLocked,
    mark,
    ...(phase === 'running' && isKeyless(mark, sent['env']) && { note: KEYLESS }),
  };
});
