import { z } from 'zod';
import { invalid } from '../service/errors.ts';
import {
  type Account,
  GPU_COUNTS,
  GPU_TYPES,
  RENTAL_TYPES,
  RESERVATION_MONTHS,
  TEMPLATES,
  type VmOrder,
  type World,
} from '../world/index.ts';

/** The documented rules of `POST /vms`. Undocumented fields are ignored. */
const bodySchema = z
  .object({
    node: z.string(),
    gpu_type: z.enum(GPU_TYPES),
    gpu_count: z.literal(GPU_COUNTS),
    storage_gb: z.int().min(50),
    template_vmid: z.literal(TEMPLATES),
    rental_type: z.enum(RENTAL_TYPES).default('on_demand'),
    reservation_months: z.literal(RESERVATION_MONTHS).optional(),
    auth_method: z.enum(['ssh_key', 'password']).default('ssh_key'),
    ssh_key_id: z.string().optional(),
    password: z.string().min(12).optional(),
  })
  .refine((body) => body.rental_type !== 'reserved' || body.reservation_months !== undefined, {
    path: ['reservation_months'],
  })
  .refine((body) => body.auth_method !== 'password' || body.password !== undefined, {
    path: ['password'],
  });

/** @throws ZodError; a 422 for an unknown node or SSH key: the document does not name its status */
export function readVmOrder(world: World, account: Account, body: unknown): VmOrder {
  const order = bodySchema.parse(body);
  const node = world.nodes.find((each) => each.id === order.node);
  if (!node) throw invalid('node', 'no such node');
  if (node.gpuType !== order.gpu_type) {
    throw invalid('gpu_type', `node ${node.id} has GPUs of type ${node.gpuType}`);
  }
  if (order.ssh_key_id && !account.sshKeyIds.includes(order.ssh_key_id)) {
    throw invalid('ssh_key_id', 'no such SSH key');
  }
  return {
    node,
    gpuCount: order.gpu_count,
    storageGb: order.storage_gb,
    rentalType: order.rental_type,
    reservationMonths: order.reservation_months ?? 1,
    autoRestart: order.rental_type === 'interruptible' ? false : null,
    label: null,
    profile: 'serving',
  };
}
