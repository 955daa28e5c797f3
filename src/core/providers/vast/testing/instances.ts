/** Secrets that a record carries; none may be read. */
export const PLANTED = ['planted-jupyter', 'planted-onstart', 'planted-env-value'] as const;

/** A running instance as Vast sends one, with fields that are not read. */
export function sentInstance(change: Readonly<Record<string, unknown>> = {}) {
  return {
    id: 312,
    actual_status: 'running',
    cur_state: 'running',
    next_state: 'running',
    intended_status: 'running',
    label: 'train-1',
    image_uuid: 'vastai/pytorch',
    image_runtype: 'ssh ssh_direc ssh_proxy',
    jupyter_token: PLANTED[0],
    onstart: PLANTED[1],
    extra_env: [['API_TOKEN', PLANTED[2]]],
    public_ipaddr: '203.0.113.9\n',
    ports: { '22/tcp': [{ HostIp: '0.0.0.0', HostPort: '20000' }] },
    ssh_host: 'ssh123.vast.ai',
    ssh_port: 10_600,
    machine_id: 12,
    host_id: 7,
    status_msg: null,
    start_date: 1_780_315_200.12,
    uptime_mins: 60,
    end_date: 1_788_000_000,
    cpu_cores_effective: 3.6,
    cpu_name: 'EPYC 7763',
    cpu_util: 45,
    mem_limit: 64,
    mem_usage: 16,
    gpu_name: 'RTX 4090',
    num_gpus: 2,
    gpu_util: 94,
    disk_space: 20.08,
    geolocation: 'California, United States',
    is_bid: false,
    dph_base: 0.8,
    dph_total: 0.83,
    instance: {
      gpuCostPerHour: 0.8,
      diskHour: 0.03,
      totalHour: 0.83,
      discountedTotalPerHour: 0.83,
    },
    ...change,
  };
}
