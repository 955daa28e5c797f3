/** Secrets that a record carries; none may be read. */
export const PLANTED = ['planted-jupyter-token', 'planted-jupyter-url'] as const;

const POSSIBLE = { available: true };

/** A running instance as Lambda sends one, with fields that are not read. */
export function sentInstance(change: Readonly<Record<string, unknown>> = {}) {
  return {
    id: '0920582c7ff041399e34823a0be62549',
    name: 'train-1',
    ip: '203.0.113.9',
    private_ip: '10.0.2.100',
    status: 'active',
    ssh_key_names: ['laptop'],
    file_system_names: ['datasets'],
    file_system_mounts: [{ mount_point: '/lambda/nfs/datasets', file_system_id: 'fs1' }],
    region: { name: 'us-west-1', description: 'California, USA' },
    instance_type: {
      name: 'gpu_8x_a100',
      description: '8x A100 (40 GB SXM4)',
      gpu_description: 'A100 (40 GB SXM4)',
      price_cents_per_hour: 1592,
      specs: { vcpus: 124, memory_gib: 1800, storage_gib: 6144, gpus: 8 },
    },
    hostname: '203.0.113.9',
    jupyter_token: PLANTED[0],
    jupyter_url: `https://jupyter.example.com/?token=${PLANTED[1]}`,
    is_reserved: false,
    actions: {
      migrate: POSSIBLE,
      rebuild: POSSIBLE,
      restart: POSSIBLE,
      cold_reboot: POSSIBLE,
      terminate: POSSIBLE,
    },
    tags: [{ key: 'owner', value: 'ada' }],
    firewall_rulesets: [],
    ...change,
  };
}

/** `actions` of an instance that cannot be terminated now. */
export const BLOCKED = {
  terminate: {
    available: false,
    reason_code: 'vm-has-not-launched',
    reason_description: 'It is still launching.',
  },
};
