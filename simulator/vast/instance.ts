import {
  currentPhase,
  dollars,
  type GpuType,
  hash,
  plainRecord,
  ratesIn,
  type Vm,
  type VmStatus,
} from '../world/index.ts';

type Wanted = 'running' | 'stopped';

/** An instance that is being stopped is still `running`; one that waits for its GPU has its old status. */
const STATUSES: Readonly<Record<VmStatus, readonly [actual: string | null, intended: Wanted]>> = {
  creating: [null, 'running'],
  starting: ['loading', 'running'],
  running: ['running', 'running'],
  stopping: ['running', 'stopped'],
  stopped: ['stopped', 'stopped'],
  interrupted: ['exited', 'running'],
  offline: ['offline', 'running'],
  failed: ['unknown', 'running'],
  destroyed: [null, 'stopped'],
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

const MONTH_S = 30 * 86_400;

const number = (value: unknown) => (typeof value === 'number' ? value : 0);

/** In place of Vast's proxy: a login never reaches another machine. */
const PROXY_HOST = '127.0.0.1';

function pricesOf(vm: Vm, status: VmStatus) {
  const { gpu, storage } = ratesIn(vm, status);
  const [gpuCostPerHour, diskHour] = [dollars(gpu), dollars(storage)];
  const totalHour = dollars(gpu + storage);
  const isReserved = vm.order.rentalType === 'reserved';
  return {
    gpuCostPerHour,
    diskHour,
    totalHour,
    discountTotalHour: 0,
    discountedTotalPerHour: dollars(Math.round((gpu + storage) * (isReserved ? 0.8 : 1))),
  };
}

/** The instance as Vast's description shows it. @param sshPort port of the running ones; null: only the proxy is named */
export function instanceRecord(vm: Vm, now: number, sshPort: number | null) {
  const { status } = currentPhase(vm);
  const { node, gpuCount, label, storageGb, rentalType } = vm.order;
  const plain = plainRecord(vm, now);
  const { cpu_percent, ram_percent } = { ...plain, ...vm.overlay };
  const [cpu, ram] = [number(cpu_percent), number(ram_percent)];
  const [actual, intended] = STATUSES[status];
  const isUp = status === 'running' || status === 'stopping';
  const running = pricesOf(vm, 'running');
  const started = Date.parse(plain.started_at ?? plain.created_at) / 1000;
  const hasDirect = isUp && sshPort !== null;
  return {
    id: Number(vm.id),
    actual_status: actual,
    cur_state: isUp ? 'running' : 'stopped',
    next_state: intended,
    intended_status: intended,
    label,
    template_id: null,
    template_name: null,
    image_uuid: 'vastai/pytorch:cuda-12.8',
    image_args: [],
    image_runtype: 'ssh ssh_direc ssh_proxy',
    extra_env: [['HF_TOKEN', SECRETS.env]],
    onstart: `export TOKEN=${SECRETS.onstart}`,
    jupyter_token: SECRETS.token,
    status_msg: null,
    public_ipaddr: vm.ip,
    ssh_host: PROXY_HOST,
    ssh_idx: '1',
    ssh_port: sshPort ?? 22,
    machine_id: 20_000 + (hash(vm.seed, 5) % 20_000),
    host_id: 1000 + (hash(vm.seed, 6) % 1000),
    start_date: started,
    end_date: started + MONTH_S,
    uptime_mins: null,
    cpu_cores: 64,
    cpu_cores_effective: 12 * gpuCount,
    cpu_name: node.cpuModel,
    cpu_ram: 65_536 * gpuCount,
    cpu_util: isUp ? cpu : 0,
    mem_limit: 64 * gpuCount,
    mem_usage: (64 * gpuCount * ram) / 100,
    gpu_name: GPU_NAMES[node.gpuType],
    num_gpus: gpuCount,
    gpu_util: isUp ? (cpu < 5 ? 0 : Math.round(cpu)) : null,
    gpu_ram: 24_576,
    disk_space: storageGb,
    disk_usage: 1.5,
    disk_util: -1,
    ports: hasDirect ? { '22/tcp': [{ HostIp: '0.0.0.0', HostPort: String(sshPort) }] } : {},
    geolocation: `Simulated, ${node.country}`,
    verification: 'verified',
    is_bid: rentalType === 'interruptible' || status === 'interrupted',
    min_bid: 0.1,
    dph_base: running.gpuCostPerHour,
    dph_total: running.totalHour,
    search: running,
    instance: pricesOf(vm, status),
    storage_cost: 0.15,
    reliability2: 0.99,
    inet_up: 900,
    inet_down: 800,
    volume_info: [],
  };
}
