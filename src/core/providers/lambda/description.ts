import { namesIn, type ProviderDescription } from '../description.ts';

export const DESCRIPTION: ProviderDescription = {
  paths: namesIn('/api/v1/instances /api/v1/instances/{vm_id} /api/v1/instance-types'),
  fields: namesIn(`
    actions available data file_system_names gpu_description gpus id instance_type ip memory_gib name price_cents_per_hour
    reason_code reason_description region regions_with_capacity_available specs status storage_gib terminate vcpus`),
  words: new Map([
    ['status', ['booting', 'active', 'unhealthy', 'terminated', 'terminating', 'preempted']],
  ]),
};
