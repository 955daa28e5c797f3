/** Secrets that a record carries; none may be read. */
export const PLANTED = ['planted-env-value', 'planted-registry', 'planted-jupyter'] as const;

/** A running pod as RunPod sends one, with fields that are not read. */
export function sentPod(change: Readonly<Record<string, unknown>> = {}) {
  const direct = { host: '203.0.113.9', port: 34446, username: 'root', command: 'ssh …' };
  const proxy = { host: 'ssh.runpod.io', port: 22, username: 'pod1-64411eb2', command: 'ssh …' };
  return {
    id: 'pod1',
    name: 'train-1',
    image: 'runpod/pytorch:1',
    args: `--token=${PLANTED[2]}`,
    disk: 50,
    ports: ['8888/http', '22/tcp'],
    env: { API_TOKEN: PLANTED[0] },
    registry: PLANTED[1],
    status: 'RUNNING',
    actions: ['stop', 'restart', 'terminate'],
    mounts: { persistent: { size: 20, path: '/workspace' } },
    gpu: { id: 'NVIDIA GeForce RTX 4090', count: 2 },
    cloud: 'SECURE',
    dataCenterId: 'US-KS-2',
    cudaVersion: '12.8',
    ssh: { proxy, direct },
    template: null,
    cost: 0.44,
    locked: false,
    globalNetworking: { enabled: false },
    runtime: {
      uptime: 3600,
      gpus: [{ util: 94, memoryUtil: 78 }, { util: 0 }],
      cpu: { util: 45 },
      memory: { util: 12 },
      ports: [],
    },
    createdAt: '2026-06-01T12:00:00Z',
    startedAt: '2026-06-01T12:02:00Z',
    ...change,
  };
}

export const STOPPED = {
  status: 'EXITED',
  actions: ['start', 'terminate'],
  cost: 0,
  runtime: null,
  ssh: { proxy: null, direct: null },
} as const;
