import { VM_ID } from './records.ts';
import type { Fact } from './runs.ts';

const JSON_ROW = 'accounts.0.vms.0';
const SPEND_ROW = 'accounts.0.spend.vms.0';

/** The current spend, and the usage. */
export const MONEY_FACTS: readonly Fact[] = [
  ['spend total_per_hour', 'status', /^\$3\.75\/h /],
  ['spend total_per_day', 'status', / \$90\.25\/day /],
  ['spend total_per_month', 'status', / \$2,742\/month by the service/],
  ['spend hourly_rate', 'status without a total', /^\$3\.76\/h /],
  ['spend running_vms', 'status', / 1 running$/],
  ['spend vms', 'status', /^● running train-1 .* 3\.75 /],
  ['spend last_updated', 'status', /^GPU rental up to date, /],
  ['spend last_updated, old and without a zone', 'status with old figures', / out of date, /],
  ['spend last_updated null', 'status without an age', / up to date, /],
  ['spend entry vm_id', 'status --json', `${SPEND_ROW}.vmId: ${VM_ID}`],
  ['spend entry vmid', 'status of a billing_only key', /^vm-4107 /],
  ['spend entry gpu_type', 'status of a billing_only key', /^vm-\d+ \d × 4090 /],
  ['spend entry gpu_count', 'status of a billing_only key', /^vm-\d+ 2 × /],
  ['spend entry storage_gb', 'status --json', `${SPEND_ROW}.storageGb: 220`],
  ['spend entry gpu_cost_per_hour', 'show', 'GPU $3.60/h'],
  ['spend entry storage_cost_per_hour', 'show', 'Storage $0.10/h'],
  ['spend entry network_cost_per_hour', 'show', 'Network $0.05/h'],
  ['spend entry total_cost_per_hour', 'show', 'Billed now $3.75/h'],
  ['the spend, not the record, says what is billed', 'show --json', 'vm.billedPerHour: 3.75'],

  ['usage start_date, a day', 'usage', /^GET \/billing\/usage\?start_date=2026-03-01&/],
  ['usage end_date, a day', 'usage', /&end_date=2026-03-03$/],
  ['usage logs', 'usage --json', 'accounts.0.days.0.cost: 6'],
  ['usage total_cost', 'usage', /^\$6\.00 /],
  ['usage total_hours', 'usage', / 1\.5 h$/],
  ['usage period_start', 'usage of another period', /2026-02-01/],
  ['usage period_end', 'usage of another period', /2026-02-28/],
  ['usage vm_breakdown', 'usage', /^train-1 /],
  ['log id', 'usage with an entry twice', /^train-1 .* 6\.00$/],
  ['log id, as a number', 'usage with a numbered entry twice', /^train-1 .* 6\.00$/],
  ['log vm_id', 'usage --json', `${JSON_ROW}.gpuCost: 5.4`],
  ['log timestamp', 'usage --json', 'accounts.0.days.0.date: 2026-03-02'],
  ['log gpu_seconds', 'usage --json', `${JSON_ROW}.gpuHours: 1.5`],
  ['log storage_gb', 'usage --json', `${JSON_ROW}.storageGb: 220`],
  ['log network_bytes', 'usage --json', `${JSON_ROW}.networkBytes: 12400000000`],
  ['log gpu_cost', 'usage', /^train-1 .* 5\.40 /],
  ['log storage_cost', 'usage', /^train-1 .* 0\.35 /],
  ['log network_cost', 'usage', /^train-1 .* 0\.25 /],
  ['log total_cost', 'usage --json', 'accounts.0.days.0.cost: 6'],
  ['breakdown vm_id', 'usage --csv', new RegExp(`,${VM_ID},4107,`)],
  ['breakdown vmid', 'usage --json', `${JSON_ROW}.vmid: 4107`],
  ['breakdown gpu_model', 'usage --csv', /,RTX 4090,/],
  ['breakdown hours', 'usage --json', `${JSON_ROW}.hours: 1.5`],
  ['breakdown cost', 'usage', /^train-1 .* 6\.00$/],
];
