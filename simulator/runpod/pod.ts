import { ratesIn } from '../world/billing.ts';
import type { Machines, World } from '../world/lifecycle.ts';
import { dollars, toMicros } from '../world/money.ts';
import { plainRecord } from '../world/record.ts';
import { hash } from '../world/seeded.ts';
import { currentPhase, type GpuType, type Vm, type VmStatus } from '../world/vm.ts';

export const PODS: Machines = {
  idOf: (seed) =>
    Array.from({ length: 14 }, (_, at) => (hash(seed, 71, at) % 36).toString(36)).join(''),
  network: 30,
  names:
    'flux-lora vllm-qwen3 jupyter-ada data-prep sdxl-batch llama-sft whisper-large comfy-ui grpo-run old-experiment tgi-mixtral ablation-3',
};

const member = (rank: number) => ({
  cluster: { id: 'cl-llama-sft', rank, ip: `10.65.0.${rank + 2}` },
});

type Traits = Readonly<Record<string, unknown>>;

/** By the number within the account modulo 4; the other pods have a volume of their own. */
const MOUNTS: Readonly<Record<number, Traits>> = {
  1: { mounts: { network: [{ volumeId: 'v8k2sim4', path: '/workspace' }] } },
  3: { mounts: {} },
};

/** By number within the account. */
const TRAITS: Readonly<Record<number, Traits>> = {
  1: { locked: true },
  3: { gpu: undefined, cpu: { id: 'cpu5c', vcpuCount: 8, memory: 16 }, cudaVersion: null },
  6: member(0),
  10: member(1),
};

/** The traits of pods are fields put over their records, so that the control interface can give them to any pod. */
export function equip({ accounts }: World): void {
  for (const vm of accounts[0].vms) {
    const index = vm.vmid % 100_000;
    vm.overlay = { ...MOUNTS[index % 4], ...TRAITS[index] };
    if (isCpuPod(vm)) vm.rates.gpu = toMicros(0.24);
  }
}

export const isCpuPod = ({ overlay }: Vm) => overlay['cpu'] !== undefined;

/** The id of its cluster; null: none. */
export const clusterOf = ({ overlay }: Vm): unknown => overlay['cluster'] ?? null;

export function volumeOf({ overlay }: Vm): 'persistent' | 'network' | 'none' {
  const { mounts } = overlay;
  if (typeof mounts !== 'object' || mounts === null || 'persistent' in mounts) return 'persistent';
  return 'network' in mounts ? 'network' : 'none';
}

type PodStatus = 'PROVISIONING' | 'STARTING' | 'RUNNING' | 'EXITED' | 'ERROR' | 'TERMINATED';

/** There is no status between running and stopped: a pod that is being stopped is still `RUNNING`. */
const STATUSES: Readonly<Record<VmStatus, PodStatus>> = {
  creating: 'PROVISIONING',
  starting: 'STARTING',
  running: 'RUNNING',
  stopping: 'RUNNING',
  stopped: 'EXITED',
  interrupted: 'EXITED',
  offline: 'ERROR',
  failed: 'ERROR',
  destroyed: 'TERMINATED',
};

export type Action = 'start' | 'stop' | 'restart' | 'terminate';

const ACTIONS: Readonly<Record<PodStatus, readonly Action[]>> = {
  PROVISIONING: ['stop', 'terminate'],
  STARTING: ['stop', 'terminate'],
  RUNNING: ['stop', 'restart', 'terminate'],
  EXITED: ['start', 'terminate'],
  ERROR: ['start', 'terminate'],
  TERMINATED: [],
};

const statusOf = (vm: Vm) => STATUSES[currentPhase(vm).status];

/** Why an action is refused; null: it is valid. */
export function refusalOf(vm: Vm, action: Action): string | null {
  if (clusterOf(vm) !== null) return 'pod belongs to a cluster';
  if (vm.overlay['locked'] === true && (action === 'stop' || action === 'restart'))
    return 'pod is locked';
  const status = statusOf(vm);
  return ACTIONS[status].includes(action) ? null : `cannot ${action} a pod that is ${status}`;
}

const GPU_IDS: Readonly<Record<GpuType, string>> = {
  '5090': 'NVIDIA GeForce RTX 5090',
  '4090': 'NVIDIA GeForce RTX 4090',
  pro6000: 'NVIDIA RTX PRO 6000 Blackwell Server Edition',
};

/** Planted in each record; no client may read them. */
export const SECRETS = {
  env: 'planted-env-hf-7c1d',
  registry: 'planted-registry-2b9e',
  args: 'planted-args-jupyter-51fa',
} as const;

const percent = (value: unknown) => (typeof value === 'number' ? Math.round(value) : 0);

/** As busy as the CPU, each GPU a little differently. */
function gpusOf({ seed, order }: Vm, cpu: number) {
  return Array.from({ length: order.gpuCount }, (_, index) => {
    const util = cpu < 5 ? 0 : Math.min(100, Math.max(0, cpu - 4 + (hash(seed, index) % 9)));
    return { util, memoryUtil: Math.round(util * 0.8) };
  });
}

/** In place of RunPod's proxy: a login never reaches another machine. */
const PROXY_HOST = '127.0.0.1';

function endpoint(host: string, port: number, username: string) {
  return { host, port, username, command: `ssh ${username}@${host} -p ${port}` };
}

/** $/h: 0 for a stopped pod, although its volume is billed. A network volume is in no pod's cost. */
function costOf(vm: Vm): number {
  const { status } = currentPhase(vm);
  if (STATUSES[status] === 'EXITED' || STATUSES[status] === 'TERMINATED') return 0;
  const { gpu, storage } = ratesIn(vm, status);
  return dollars(gpu + (volumeOf(vm) === 'network' ? 0 : storage));
}

export function podRecord(vm: Vm, now: number, sshPort: number | null) {
  const { node, gpuCount, label, storageGb } = vm.order;
  const plain = plainRecord(vm, now);
  const { cpu_percent, ram_percent } = { ...plain, ...vm.overlay };
  const [cpu, ram] = [percent(cpu_percent), percent(ram_percent)];
  const status = statusOf(vm);
  const isRunning = status === 'RUNNING';
  const direct = isRunning && sshPort !== null ? endpoint(vm.ip, sshPort, 'root') : null;
  const started = Date.parse(plain.started_at ?? plain.created_at);
  return {
    id: vm.id,
    name: label ?? vm.id,
    image: 'runpod/pytorch:2.8.0',
    args: `--ServerApp.token=${SECRETS.args}`,
    disk: 50,
    ports: ['8888/http', '22/tcp'],
    env: { HF_TOKEN: SECRETS.env },
    registry: SECRETS.registry,
    status,
    actions: ACTIONS[status],
    mounts: { persistent: { size: storageGb, path: '/workspace' } },
    gpu: { id: GPU_IDS[node.gpuType], count: gpuCount },
    cloud: 'SECURE',
    dataCenterId: `${node.country}-SIM-1`,
    ssh: {
      // Kept by a stopped pod; there is none before the pod has a machine.
      proxy:
        status === 'PROVISIONING' ? null : endpoint(PROXY_HOST, sshPort ?? 22, `${vm.id}-64411eb2`),
      direct,
    },
    cost: costOf(vm),
    locked: false,
    runtime: isRunning
      ? {
          uptime: Math.max(0, Math.floor((now - started) / 1000)),
          gpus: isCpuPod(vm) ? [] : gpusOf(vm, cpu),
          cpu: { util: cpu },
          memory: { util: ram },
          ports:
            direct === null
              ? []
              : [{ private: 22, public: direct.port, type: 'tcp', ip: direct.host }],
        }
      : null,
    createdAt: plain.created_at,
    startedAt: plain.started_at,
  };
}
