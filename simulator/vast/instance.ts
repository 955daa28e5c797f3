import { ratesIn } from '../world/billing.ts';
import type { Machines, World } from '../world/lifecycle.ts';
import { dollars } from '../world/money.ts';
import { plainRecord } from '../world/record.ts';
import { hash } from '../world/seeded.ts';
import { currentPhase, type GpuType, type Vm, type VmStatus } from '../world/vm.ts';

export const INSTANCES: Machines = {
  idOf: (seed) => String(10_000_000 + (hash(seed, 73) % 80_000_000)),
  network: 40,
  // Nothing is billed while the host is offline (guides/reference/billing.mdx). A container that crashed holds its GPU.
  charged: { offline: { gpu: false, storage: false }, failed: { gpu: true, storage: true } },
  names:
    'sdxl-lora vllm-llama jupyter-mia etl-night flux-batch qwen-sft asr-whisper comfy dpo-run old-bench tgi-mistral sweep-7',
};

const DAY_S = 86_400;

/** Special fields, one entry for each of the first three running instances. */
const TRAITS: readonly ((now: number) => Readonly<Record<string, unknown>>)[] = [
  (now) => ({ end_date: now / 1000 + 2.5 * DAY_S }),
  () => ({ actual_status: 'frozen', intended_status: 'frozen' }),
  () => ({ ports: {}, image_runtype: 'jupyter ssh_proxy' }),
];

/** The traits of instances are fields put over their records, so that the control interface can give them to any instance. */
export function equip({ accounts, clock }: World): void {
  const running = accounts[0].vms.filter((vm) => currentPhase(vm).status === 'running');
  for (const [index, trait] of TRAITS.entries()) {
    const vm = running[index];
    if (vm !== undefined) vm.overlay = trait(clock.now());
  }
}

type Wanted = 'running' | 'stopped';
type State = readonly [actual: string | null, intended: Wanted, held: Wanted | 'unloaded'];

/** An instance that is being stopped is still `running`; an outbid one has its old status; a crashed one holds its hardware. */
const STATES: Readonly<Record<VmStatus, State>> = {
  creating: [null, 'running', 'running'],
  starting: ['loading', 'running', 'running'],
  running: ['running', 'running', 'running'],
  stopping: ['running', 'stopped', 'running'],
  stopped: ['stopped', 'stopped', 'stopped'],
  interrupted: ['exited', 'running', 'stopped'],
  offline: ['offline', 'running', 'running'],
  failed: ['exited', 'running', 'running'],
  destroyed: [null, 'stopped', 'unloaded'],
};

/** Other forms, which every second instance has: its container exits by a stop, and its start waits for the GPU. */
const OTHER_STATES: Readonly<Partial<Record<VmStatus, State>>> = {
  starting: ['scheduling', 'running', 'stopped'],
  stopped: ['exited', 'stopped', 'stopped'],
};

const IMAGE = 'vastai/pytorch:cuda-12.8';

const MESSAGES: Readonly<Record<string, string>> = {
  running: `success, running ${IMAGE}/ssh`,
  failed: 'Error: container exited (1)',
  scheduling: 'Attempting to schedule your instance. Its GPU is in use.',
};

export const GPU_NAMES: Readonly<Record<GpuType, string>> = {
  '5090': 'RTX 5090',
  '4090': 'RTX 4090',
  pro6000: 'RTX PRO 6000 S',
};

/** Planted in each record; no client may read them. */
export const SECRETS = {
  token: 'planted-jupyter-51fa',
  onstart: 'planted-onstart-7c1d',
  env: 'planted-env-2b9e',
} as const;

const number = (value: unknown) => (typeof value === 'number' ? value : 0);

/** In place of Vast's proxy: a login never reaches another machine. */
const PROXY_HOST = '127.0.0.1';

/** Of a month that is paid in advance (cli, prepay instance). */
const DISCOUNT = 0.2;

/** A prepaid instance is billed its discounted total. */
function pricesOf(vm: Vm, status: VmStatus) {
  const { gpu, storage } = ratesIn(vm, status);
  const isPrepaid = vm.order.rentalType === 'reserved';
  const listed = isPrepaid ? Math.round(gpu / (1 - DISCOUNT)) : gpu;
  return {
    gpuCostPerHour: dollars(listed),
    diskHour: dollars(storage),
    totalHour: dollars(listed + storage),
    discountTotalHour: dollars(listed - gpu),
    discountedTotalPerHour: dollars(gpu + storage),
  };
}

/** Offline and waiting ones keep the totals of a run. One in four that runs has its disk alone, as the description's example. */
function totalsOf(vm: Vm, status: VmStatus, actual: string | null) {
  if (actual === 'offline' || actual === 'scheduling') return pricesOf(vm, 'running');
  const isPlain = status === 'running' && vm.order.rentalType !== 'reserved';
  return pricesOf(vm, isPlain && vm.vmid % 4 === 2 ? 'stopped' : status);
}

export function instanceRecord(vm: Vm, now: number, sshPort: number | null) {
  const { status } = currentPhase(vm);
  const { node, gpuCount, label, storageGb, rentalType } = vm.order;
  const plain = plainRecord(vm, now);
  const { cpu_percent, ram_percent } = { ...plain, ...vm.overlay };
  const [cpu, ram] = [number(cpu_percent), number(ram_percent)];
  const [actual, intended, held] = (vm.vmid % 2 === 1 && OTHER_STATES[status]) || STATES[status];
  const isUp = actual === 'running';
  const running = pricesOf(vm, 'running');
  const begun = vm.phases[0].from / 1000;
  const started = Date.parse(plain.started_at ?? plain.created_at);
  const hasDirect = isUp && sshPort !== null;
  return {
    id: Number(vm.id),
    actual_status: actual,
    cur_state: held,
    // The target state that its user wants (vast-ai/docs, cli/reference/show-instance.mdx).
    intended_status: intended,
    label,
    image_uuid: IMAGE,
    image_runtype: 'ssh ssh_direc ssh_proxy',
    extra_env: [['HF_TOKEN', SECRETS.env]],
    onstart: `export TOKEN=${SECRETS.onstart}`,
    jupyter_token: SECRETS.token,
    status_msg: MESSAGES[status] ?? MESSAGES[actual ?? ''] ?? null,
    public_ipaddr: vm.ip,
    ssh_host: PROXY_HOST,
    ssh_port: sshPort ?? 22,
    machine_id: 20_000 + (hash(vm.seed, 5) % 20_000),
    host_id: 1000 + (hash(vm.seed, 6) % 1000),
    start_date: begun,
    end_date: begun + 90 * DAY_S,
    // In whole minutes. One in four has none, as both examples of the description.
    uptime_mins: isUp && vm.vmid % 4 !== 3 ? Math.floor((now - started) / 60_000) : null,
    cpu_cores_effective: 12 * gpuCount,
    cpu_name: node.cpuModel,
    cpu_util: isUp ? cpu : 0,
    mem_limit: 64 * gpuCount,
    mem_usage: (64 * gpuCount * ram) / 100,
    gpu_name: GPU_NAMES[node.gpuType],
    num_gpus: gpuCount,
    gpu_util: isUp ? (cpu < 5 ? 0 : Math.round(cpu)) : null,
    gpu_ram: 24_576,
    disk_space: storageGb,
    ports: hasDirect ? { '22/tcp': [{ HostIp: '0.0.0.0', HostPort: String(sshPort) }] } : {},
    geolocation: `Simulated, ${node.country}`,
    verification: 'verified',
    is_bid: rentalType === 'interruptible' || status === 'interrupted',
    min_bid: 0.1,
    dph_base: running.gpuCostPerHour,
    dph_total: running.totalHour,
    search: running,
    instance: totalsOf(vm, status, actual),
    credit_balance: rentalType === 'reserved' ? 412.5 : null,
    credit_discount: rentalType === 'reserved' ? DISCOUNT : null,
  };
}
