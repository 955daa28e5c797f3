import { z } from 'zod';
import {
  currentPhase,
  enter,
  GPU_COUNTS,
  GPU_TYPES,
  plainRecord,
  present,
  RENTAL_TYPES,
  RESERVATION_MONTHS,
  rentVm,
  STATUSES,
  type VmRecord,
  type World,
} from '../world/index.ts';
import { findAccount, NotHere } from './find.ts';

/** A VM as the control interface makes one: everything has a default. */
export const newVmSchema = z.strictObject({
  /** Email of the account it belongs to. */
  email: z.string().optional(),
  node: z.string().optional(),
  gpu_type: z.enum(GPU_TYPES).default('5090'),
  gpu_count: z.literal(GPU_COUNTS).default(1),
  storage_gb: z.int().min(50).max(100_000).default(100),
  rental_type: z.enum(RENTAL_TYPES).default('on_demand'),
  reservation_months: z.literal(RESERVATION_MONTHS).default(1),
  auto_restart: z.boolean().nullable().default(null),
  instance_label: z.string().nullable().default(null),
  load: z.enum(['training', 'serving', 'idle']).default('serving'),
  /** Which it enters at once. */
  status: z.enum(STATUSES).default('creating'),
});
/** As a test or a request gives it, with the defaults left out. */
export type NewVm = z.input<typeof newVmSchema>;

/** Makes the VM and returns its record. */
export function makeVm(world: World, input: NewVm): VmRecord {
  const wanted = newVmSchema.parse(input);
  const account = findAccount(world, wanted.email);
  const node = world.nodes.find((each) =>
    wanted.node === undefined ? each.gpuType === wanted.gpu_type : each.id === wanted.node,
  );
  if (!node) throw new NotHere(`No node ${wanted.node ?? `with a ${wanted.gpu_type}`}`);
  const now = present(world);
  const vm = rentVm(world, account, {
    node,
    gpuCount: wanted.gpu_count,
    storageGb: wanted.storage_gb,
    rentalType: wanted.rental_type,
    reservationMonths: wanted.reservation_months,
    autoRestart: wanted.auto_restart,
    label: wanted.instance_label,
    profile: wanted.load,
  });
  if (wanted.status !== currentPhase(vm).status) enter(vm, wanted.status, now);
  return plainRecord(vm, now);
}
