// Answers with exactly the fields of the service's document, each with a value of its own.

export const VM_ID = '0f9d2c4e-1111-4222-8333-444455556666';

export const VM = {
  id: VM_ID,
  vmid: 4107,
  user_id: 31,
  node: 'vm02',
  instance_label: 'train-1',
  gpu_type: '4090',
  gpu_count: 2,
  storage_gb: 220,
  ram_gb: 128,
  cpu_cores: 32,
  ip_address: '192.0.2.7',
  status: 'running',
  created_at: '2026-03-01T11:00:00Z',
  started_at: '2026-03-01T11:02:00Z',
  stopped_at: '2026-03-01T10:59:00Z',
  rental_type: 'on_demand',
  reservation_id: 'res-77',
  auto_restart: true,
  hourly_rate: 0.78,
  gpu_hourly_rate: 0.7,
  storage_hourly_rate: 0.08,
  cpu_percent: 12.5,
  ram_percent: 43,
  cpu_model: 'EPYC 7543',
  pcie_gen: '4.0',
};

/** The fields of a VM that the document allows to be null. */
const NULLABLE = {
  ...{ instance_label: null, ip_address: null, started_at: null, stopped_at: null },
  ...{ reservation_id: null, auto_restart: null, hourly_rate: null, gpu_hourly_rate: null },
  ...{ storage_hourly_rate: null, cpu_model: null, pcie_gen: null },
};

export const BARE_VM = { ...VM, ...NULLABLE };

/** A VM per documented status. */
export const VMS_OF_EACH_STATUS = [
  ...['creating', 'starting', 'running', 'stopping', 'stopped'],
  ...['interrupted', 'destroyed', 'failed', 'offline'],
].map((status, index) => ({
  ...{ ...VM, id: `id-${index}`, vmid: index, instance_label: `is-${status}` },
  status,
}));

const SPEND_VM = {
  vm_id: VM_ID,
  vmid: 4107,
  gpu_type: '4090',
  gpu_count: 2,
  storage_gb: 220,
  gpu_cost_per_hour: 3.6,
  storage_cost_per_hour: 0.1,
  network_cost_per_hour: 0.05,
  total_cost_per_hour: 3.75,
};

export const SPEND = {
  total_per_hour: 3.75,
  total_per_day: 90.25,
  total_per_month: 2741.5,
  hourly_rate: 3.76,
  running_vms: 1,
  vms: [SPEND_VM],
  last_updated: new Date().toISOString(),
};

export const LOG = {
  id: 'log-1',
  vm_id: VM_ID,
  timestamp: '2026-03-02T10:00:00Z',
  gpu_seconds: 5400,
  storage_gb: 220,
  network_bytes: 12_400_000_000,
  gpu_cost: 5.4,
  storage_cost: 0.35,
  network_cost: 0.25,
  total_cost: 6,
};

export const USAGE = {
  logs: [LOG],
  total_cost: 6,
  total_hours: 1.5,
  period_start: '2026-03-01',
  period_end: '2026-03-03',
  vm_breakdown: [{ vm_id: VM_ID, vmid: 4107, gpu_model: 'RTX 4090', hours: 1.5, cost: 6 }],
};

/** The VM that a launch creates. */
export const NEW_VM = {
  ...{ ...VM, id: 'new-id', vmid: 4108, instance_label: null, status: 'creating' },
  ...{ storage_gb: 100, created_at: new Date().toISOString(), started_at: null },
};

export const TOKENS = {
  access_token: 'access-1',
  refresh_token: 'refresh-1',
  token_type: 'bearer',
  expires_in: 3600,
};
