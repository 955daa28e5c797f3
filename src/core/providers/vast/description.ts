import { namesIn, type ProviderDescription } from '../description.ts';

export const DESCRIPTION: ProviderDescription = {
  paths: namesIn(
    '/api/v1/instances/ /api/v0/instances/{vm_id}/ /api/v0/users/current/ /api/v0/charges/ /api/v0/bundles/ /api/v0/ssh/ /api/v0/template/',
  ),
  fields: namesIn(`
    HostPort actual_status amount balance cpu_cores_effective cpu_name cpu_util credit cur_state deleted_at discountedTotalPerHour diskHour disk_space dph_base
    dph_total end_date geolocation gpuCostPerHour gpu_name gpu_ram gpu_util hash_id host_id hosting_type id image image_runtype inet_down_cost inet_up_cost instance instances intended_status is_bid
    items key label machine_id mem_limit mem_usage min_bid name next_token num_gpus offers ports public_ipaddr public_key rentable results source ssh_host ssh_port
    start_date status_msg tag templates total_instances totalHour type uptime_mins verification`),
  words: new Map([
    [
      'actual_status',
      [
        ...['created', 'loading', 'running', 'stopped', 'frozen'],
        ...['exited', 'rebooting', 'unknown', 'offline', 'scheduling'],
      ],
    ],
    ['intended_status', ['running', 'stopped', 'frozen']],
    ['cur_state', ['running', 'stopped', 'unloaded']],
  ]),
};
