import type { OrderField, RefusedOrder } from '../../../../shared/domain/order-draft.ts';
import type { VmOrder } from '../../../../shared/domain/vm-order.ts';
import type { Secret } from '../../../secret.ts';
import { ServiceError } from '../../http/service-error.ts';

/** The body of `POST /vms`. Optional fields are omitted rather than sent as null. */
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

const FIELDS: readonly (readonly [field: OrderField, name: string])[] = [
  ['node', 'node'],
  ['gpuType', 'gpu_type'],
  ['gpuCount', 'gpu_count'],
  ['storageGb', 'storage_gb'],
  ['template', 'template_vmid'],
  ['rental', 'rental_type'],
  ['months', 'reservation_months'],
  ['login', 'auth_method'],
  ['sshKeyId', 'ssh_key_id'],
  ['password', 'password'],
];

/** As in `body.node: …` and `"node" must …`. */
const startOf = (name: string) => new RegExp(`^(?:body\\.)?["']?${name}["']?(?:: *| )`);

/** `gpu_type` and its like are unmistakable anywhere, `node` and `password` only at the start. */
function isNamedIn(name: string, part: string): boolean {
  const within = new RegExp(`(?<![a-z_])${name}(?![a-z_])`);
  return startOf(name).test(part) || (name.includes('_') && within.test(part));
}

/** Assigns the parts of a refusal's text to the fields that they name. */
export function orderErrors(detail: string): RefusedOrder {
  const errors: { -readonly [Field in OrderField]?: string } = {};
  const other = detail.split('; ').filter((part) => {
    const match = FIELDS.find(([, name]) => isNamedIn(name, part));
    if (match === undefined) return true;
    const [field, name] = match;
    const message = part.replace(startOf(name), '');
    const before = errors[field];
    errors[field] = before === undefined ? message : `${before}; ${message}`;
    return false;
  });
  return { errors, other: other.join('; ') || null };
}

/** The error of `POST /vms`, with the fields that its text names. */
export function refusedOrder(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.problem.kind !== 'invalid') return error;
  const order = orderErrors(error.problem.detail ?? '');
  if (Object.keys(order.errors).length === 0) return error;
  return error.as({ ...error.problem, order });
}
