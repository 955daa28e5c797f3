import { namesIn, type ProviderDescription } from '../description.ts';

export const DESCRIPTION: ProviderDescription = {
  paths: namesIn(
    '/api/v1/instances /api/v1/instances/{vm_id} /api/v1/instance-types /api/v1/ssh-keys /api/v1/images',
  ),
  fields: namesIn(`
    actions available data family file_system_names gpu_description gpus id instance_type ip key memory_gib name price_cents_per_hour public_key
    reason_code reason_description region regions_with_capacity_available specs ssh_key_names status storage_gib tags terminate value vcpus`),
  words: new Map([
    ['status', ['booting', 'active', 'unhealthy', 'terminated', 'terminating', 'preempted']],
  ]),
};
