import { VM_ID } from './records.ts';
import type { Fact } from './runs.ts';

const HAS_NULLS = 'show of a bare VM';
const ALL = 'status of all states';

/** The table of a VM, its states and its nullable fields. */
export const VM_FACTS: readonly Fact[] = [
  ['VM id', 'show', `ID ${VM_ID}`],
  ['VM vmid', 'show', 'Number 4107'],
  ['VM user_id', 'show', 'Owner 31'],
  ['VM node', 'show', 'Node vm02'],
  ['VM instance_label', 'show', 'Label train-1'],
  ['VM gpu_type', 'show', 'GPU type 4090'],
  ['VM gpu_count', 'show', 'GPUs 2'],
  ['VM storage_gb', 'show', 'Storage 220 GB'],
  ['VM ram_gb', 'show', 'RAM 128 GB'],
  ['VM cpu_cores', 'show', 'CPU cores 32'],
  ['VM ip_address', 'show', 'Log in ssh 192.0.2.7'],
  ['VM status', 'show', 'train-1 running'],
  ['VM created_at', 'show', 'Created 2026-03-01T11:00:00Z'],
  ['VM started_at', 'show', 'Started 2026-03-01T11:02:00Z'],
  ['VM stopped_at', 'show', 'Stopped 2026-03-01T10:59:00Z'],
  ['VM rental_type', 'show', 'Rental on demand'],
  ['VM reservation_id', 'show', 'Reservation res-77'],
  ['VM auto_restart', 'show', 'Auto-restart yes'],
  ['VM hourly_rate', 'show', 'When running $0.78/h'],
  ['VM gpu_hourly_rate', 'show --json', 'vm.gpuHourlyRate: 0.7'],
  ['VM storage_hourly_rate', 'show --json', 'vm.storageHourlyRate: 0.08'],
  ['VM cpu_percent', 'show', 'CPU load 12.5%'],
  ['VM ram_percent', 'show', 'RAM in use 43%'],
  ['VM cpu_model', 'show', 'CPU EPYC 7543'],
  ['VM pcie_gen', 'show', 'PCIe generation 4.0'],

  ['VM status creating', ALL, /^◐ creating is-creating /],
  ['VM status starting', ALL, /^◐ starting is-starting /],
  ['VM status running', ALL, /^● running is-running /],
  ['VM status stopping', ALL, /^◐ stopping is-stopping /],
  ['VM status stopped', ALL, /^○ stopped is-stopped /],
  ['VM status interrupted', ALL, /^◇ interrupted is-interrupted /],
  ['VM status destroyed', ALL, '1 destroyed, not shown'],
  ['VM status failed', ALL, /^✕ failed is-failed /],
  ['VM status offline', ALL, /^▫ offline is-offline /],
  ['only running counts as running', 'status --json of all states', 'totals.running: 1'],

  ['VM instance_label null', HAS_NULLS, 'vm-4107 running'],
  ['VM ip_address null', HAS_NULLS, 'Log in —'],
  ['VM started_at null', HAS_NULLS, 'Started —'],
  ['VM stopped_at null', HAS_NULLS, 'Stopped —'],
  ['VM reservation_id null', HAS_NULLS, 'Reservation —'],
  ['VM auto_restart null', HAS_NULLS, 'Auto-restart —'],
  ['VM hourly_rate null', HAS_NULLS, 'When running —'],
  ['VM gpu_hourly_rate null', 'show --json of a bare VM', 'vm.gpuHourlyRate: null'],
  ['VM storage_hourly_rate null', 'show --json of a bare VM', 'vm.storageHourlyRate: null'],
  ['VM cpu_model null', HAS_NULLS, 'CPU —'],
  ['VM pcie_gen null', HAS_NULLS, 'PCIe generation —'],
];
