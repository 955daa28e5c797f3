import type { VmOrder } from '../../shared/domain/index.ts';
import type { Secret } from '../secret.ts';

/** The JSON body of `POST /vms` (`service-api.md`): optional fields are left out, not sent as null. */
export function orderBody(order: VmOrder, password?: Secret): Record<string, string | number> {
  const { rental, login } = order;
  return {
    node: order.node,
    gpu_type: order.gpuType,
    gpu_count: order.gpuCount,
    storage_gb: order.storageGb,
    template_vmid: order.templateVmid,
    rental_type: rental.type,
    ...(rental.type === 'reserved' && { reservation_months: rental.months }),
    auth_method: login.method,
    ...(login.method === 'ssh_key' && login.sshKeyId !== null && { ssh_key_id: login.sshKeyId }),
    ...(login.method === 'password' && password && { password: password.reveal() }),
  };
}
