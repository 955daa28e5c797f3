import { z } from 'zod';
import { invalid, invalidBy } from '../service/errors.ts';
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

const oneOf = (values: readonly unknown[]) => `must be one of ${values.join(', ')}`;

/** The documented rules of `POST /vms`. Undocumented fields are ignored. */
const bodySchema = z
  .object({
    node: z.string('must be a string'),
    gpu_type: z.enum(GPU_TYPES, oneOf(GPU_TYPES)),
    gpu_count: z.literal(GPU_COUNTS, oneOf(GPU_COUNTS)),
    storage_gb: z.int('must be an integer').min(50, 'must be at least 50').max(100_000),
    template_vmid: z.literal(TEMPLATES, oneOf(TEMPLATES)),
    rental_type: z.enum(RENTAL_TYPES, oneOf(RENTAL_TYPES)).default('on_demand'),
    reservation_months: z.literal(RESERVATION_MONTHS, oneOf(RESERVATION_MONTHS)).nullish(),
    auth_method: z.enum(['ssh_key', 'password'], 'must be ssh_key or password').default('ssh_key'),
    ssh_key_id: z.string('must be a string').nullish(),
    password: z.string('must be a string').min(12, 'must be at least 12 characters').nullish(),
  })
  .superRefine((body, context) => {
    const addIssue = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (body.rental_type === 'reserved' && !body.reservation_months) {
      addIssue('reservation_months', 'is required when rental_type is reserved');
    }
    if (body.auth_method === 'password' && !body.password) {
      addIssue('password', 'is required when auth_method is password');
    }
  });

/** @throws a 422 that names the fields, also for an unknown node or SSH key: the document does not name that status */
export function readVmOrder(world: World, account: Account, body: unknown): VmOrder {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) throw invalidBy(parsed.error);
  const order = parsed.data;
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
