import { z } from 'zod';
import type { Account } from '../world/accounts.ts';
import { enter, type World } from '../world/lifecycle.ts';
import { plainRecord, type VmRecord } from '../world/record.ts';
import {
  currentPhase,
  GPU_COUNTS,
  GPU_TYPES,
  RENTAL_TYPES,
  STATUSES,
  type Vm,
} from '../world/vm.ts';
import { present, rentVm } from '../world/world.ts';

/** The account with that email; without one, the first account. @throws Error */
export function findAccount(world: World, email: string | undefined): Account {
  if (email === undefined) return world.accounts[0];
  const account = world.accounts.find((each) => each.credentials.email === email);
  if (!account) throw new Error(`No account has the email ${email}`);
  return account;
}

/** The VM with that id, even one that is gone. @throws Error */
export function findVm({ accounts }: World, id: string): Vm {
  const vm = accounts.flatMap(({ vms }) => vms).find((each) => each.id === id);
  if (!vm) throw new Error(`No VM has the id ${id}`);
  return vm;
}

/** A VM made by the control interface; every field has a default. */
const newVmSchema = z.strictObject({
  email: z.string().optional(),
  node: z.string().optional(),
  gpu_type: z.enum(GPU_TYPES).default('5090'),
  gpu_count: z.literal(GPU_COUNTS).default(1),
  storage_gb: z.int().min(50).max(100_000).default(100),
  rental_type: z.enum(RENTAL_TYPES).default('on_demand'),
  auto_restart: z.boolean().nullable().default(null),
  instance_label: z.string().nullable().default(null),
  load: z.enum(['training', 'serving', 'idle']).default('serving'),
  status: z.enum(STATUSES).default('creating'),
});
export type NewVm = z.input<typeof newVmSchema>;

export function makeVm(world: World, input: NewVm): VmRecord {
  const spec = newVmSchema.parse(input);
  const account = findAccount(world, spec.email);
  const node = world.nodes.find((each) =>
    spec.node === undefined ? each.gpuType === spec.gpu_type : each.id === spec.node,
  );
  if (!node) throw new Error(`No node ${spec.node ?? `with a ${spec.gpu_type}`}`);
  const now = present(world);
  const vm = rentVm(world, account, {
    node,
    gpuCount: spec.gpu_count,
    storageGb: spec.storage_gb,
    rentalType: spec.rental_type,
    autoRestart: spec.auto_restart,
    label: spec.instance_label,
    profile: spec.load,
  });
  if (spec.status !== currentPhase(vm).status) enter(vm, spec.status, now);
  return plainRecord(vm, now);
}
