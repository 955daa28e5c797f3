import { namesIn, type ProviderDescription } from '../description.ts';
import { PHASES } from './wire/vm.ts';

export const DESCRIPTION: ProviderDescription = {
  paths: namesIn('/vms /vms/{vm_id} /billing/current-spend /billing/usage /search /pricing'),
  // The document does not show the object around a list; the last line has the names that such objects usually have.
  fields: namesIn(`
    auto_restart cost cpu_cores cpu_model cpu_percent created_at gpu_cost gpu_cost_per_hour gpu_count gpu_hourly_rate gpu_model
    gpu_seconds gpu_type hourly_rate hours id instance_label ip_address last_updated logs network_bytes network_cost
    network_cost_per_hour node pcie_gen period_end period_start ram_gb ram_percent rental_type reservation_id running_vms started_at
    status stopped_at storage_cost storage_cost_per_hour storage_gb storage_hourly_rate timestamp total_cost total_cost_per_hour
    total_hours total_per_day total_per_hour total_per_month user_id vm_breakdown vm_id vmid vms
    count data items next total`),
  words: new Map<string, readonly string[]>([
    ['status', PHASES],
    ['rental_type', ['on_demand', 'reserved', 'interruptible']],
  ]),
};
