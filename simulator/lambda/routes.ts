import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import { createSshKeys, rentAt, type SshKey } from '../service/renting.ts';
import type { On } from '../service/visit.ts';
import type { Account } from '../world/accounts.ts';
import { enter, type World } from '../world/lifecycle.ts';
import { isOnOffer, type ListPrice, listPrice } from '../world/market.ts';
import { hash } from '../world/seeded.ts';
import type { Vm } from '../world/vm.ts';
import { instanceRecord, statusOf } from './instance.ts';

/** Names as Lambda has them, texts in the form of its example (schema InstanceType); prices are made up. */
const TYPES: readonly (readonly [
  ...[name: string, gpu: string, gpus: number, storage: number, price: ListPrice],
])[] = [
  ['gpu_1x_a10', 'A10 (24 GB PCIe)', 1, 1400, '4090'],
  ['gpu_1x_a100_sxm4', 'A100 (40 GB SXM4)', 1, 512, '5090'],
  ['gpu_8x_a100', 'A100 (40 GB SXM4)', 8, 6144, '5090'],
  ['gpu_8x_a100_80gb_sxm4', 'A100 (80 GB SXM4)', 8, 20_480, 1.79],
  ['gpu_1x_h100_sxm5', 'H100 (80 GB SXM5)', 1, 2816, 3.29],
  ['gpu_8x_h100_sxm5', 'H100 (80 GB SXM5)', 8, 22_528, 2.99],
  ['gpu_1x_h100_pcie', 'H100 (80 GB PCIe)', 1, 1024, 2.49],
  ['gpu_1x_gh200', 'GH200 (96 GB)', 1, 4096, 1.49],
  ['gpu_8x_b200_sxm6', 'B200 (180 GB SXM6)', 8, 22_528, 4.99],
  ['gpu_2x_a6000', 'A6000 (48 GB)', 2, 1024, 0.8],
  ['gpu_1x_rtx6000', 'RTX 6000 (24 GB)', 1, 512, 0.5],
  ['gpu_8x_v100', 'V100 (16 GB)', 8, 5939, 0.55],
  ['cpu_4x_general', 'N/A', 0, 512, 0.02],
];

const REGIONS = [
  { name: 'us-east-1', description: 'Virginia, USA' },
  { name: 'us-west-1', description: 'California, USA' },
  { name: 'europe-central-1', description: 'Germany' },
] as const;

/** The `data` of `GET /api/v1/instance-types`. */
function typesAnswer(world: World) {
  const items = TYPES.map(([name, gpu, gpus, storage, price], type) => {
    const count = Math.max(1, gpus);
    const regions = REGIONS.filter(
      (_, at) => hash(world.seed, 103, type, at) % 3 === 0 && isOnOffer(world, type, at),
    );
    const item = {
      instance_type: {
        name,
        description: gpus === 0 ? '4x General' : `${gpus}x ${gpu}`,
        gpu_description: gpu,
        price_cents_per_hour: Math.round(listPrice(world, price) * count * 100),
        specs: { vcpus: 26 * count, memory_gib: 200 * count, storage_gib: storage, gpus },
      },
      regions_with_capacity_available: regions,
    };
    return [name, item] as const;
  });
  return Object.fromEntries(items);
}

/** By which `errorOf` finds the code. */
export const NO_CAPACITY = 'Not enough capacity to fulfill launch request.';

/** The read part of schema InstanceLaunchRequest. */
const launchSchema = z.object({
  region_name: z.string(),
  instance_type_name: z.string(),
  ssh_key_names: z.array(z.string()).length(1),
  name: z.string().optional(),
  tags: z.array(z.unknown()).default([]),
});

/** Schema AddSSHKeyRequest. Without a public key, Lambda makes a pair and sends the private part: no client may ask for this. */
const keySchema = z.object({ name: z.string(), public_key: z.string() });

/** Schema Image. The families are made up. */
const IMAGES = REGIONS.flatMap((region, at) =>
  ['lambda-stack-24-04', 'ubuntu-lts'].map((family, order) => ({
    id: `image-${at}-${order}`,
    family,
    region,
    name: family,
  })),
);

/** @throws 400 or 404 */
function launch(body: unknown, account: Account, keys: readonly SshKey[], parts: ServiceParts) {
  const read = launchSchema.parse(body);
  const { region_name, instance_type_name, ssh_key_names, name = null, tags } = read;
  if (!keys.some((key) => ssh_key_names.includes(key.name)))
    throw new ServiceError(404, 'The SSH key does not exist.');
  const item = typesAnswer(parts.world)[instance_type_name];
  if (item === undefined) throw new ServiceError(404, 'The instance type does not exist.');
  const region = item.regions_with_capacity_available.find((each) => each.name === region_name);
  const { orders } = parts.options;
  if (region === undefined || orders === 'refused') throw new ServiceError(400, NO_CAPACITY);
  const { instance_type } = item;
  return rentAt(parts, account, {
    label: name,
    perHour: instance_type.price_cents_per_hour / 100,
    // Lambda has no price for the disk.
    diskGb: 0,
    overlay: {
      region,
      instance_type,
      tags,
      file_system_names: [],
      ssh_key_names: orders === 'keyless' ? [] : ssh_key_names,
    },
  });
}

/** Launches, and the keys and images that they name. */
function launchRoutes(on: On, parts: ServiceParts): void {
  const keys = createSshKeys();
  const recordOf = ({ index, name, publicKey: public_key }: SshKey) => {
    return { id: `key-${index}`, name, public_key };
  };

  on('POST /api/v1/instance-operations/launch', 'change-vms', ({ account, body }) => {
    const vm = launch(body, account, keys.of(account), parts);
    return { data: { instance_ids: [vm.id] } };
  });
  on('GET /api/v1/ssh-keys', 'view-vms', ({ account }) => {
    return { data: keys.of(account).map(recordOf) };
  });
  on('POST /api/v1/ssh-keys', 'change-vms', ({ account, body }) => {
    const { name, public_key } = keySchema.parse(body);
    if (keys.of(account).some((key) => key.name === name))
      throw new ServiceError(400, 'A key has that name already.');
    return { data: recordOf(keys.add(account, name, public_key)) };
  });
  on('GET /api/v1/images', 'view-vms', () => ({ data: IMAGES }));
}

const bodySchema = z.object({ instance_ids: z.array(z.string()).min(1) });

/** There is no stop. The world's end of a run is a termination here, which takes some seconds. */
function terminate(vm: Vm, now: number): void {
  const { actions } = { ...instanceRecord(vm), ...vm.overlay };
  if (!actions.terminate.available)
    throw new ServiceError(400, 'The instance cannot be terminated now.');
  enter(vm, statusOf(vm) === 'active' ? 'stopping' : 'stopped', now);
}

export function addRoutes(on: On, parts: ServiceParts): void {
  const { world } = parts;
  launchRoutes(on, parts);
  on('GET /api/v1/instance-types', 'view-vms', () => ({ data: typesAnswer(world) }));
  on('GET /api/v1/instances', 'view-vms', ({ account, isListed, sent }) => {
    return { data: account.vms.filter(isListed).map(sent) };
  });
  on('GET /api/v1/instances/:id', 'view-vms', ({ id, vmOf, sent }) => ({ data: sent(vmOf(id)) }));
  on('POST /api/v1/instance-operations/terminate', 'change-vms', ({ now, body, vmOf, sent }) => {
    const vms = bodySchema.parse(body).instance_ids.map(vmOf);
    for (const vm of vms) terminate(vm, now);
    return { data: { terminated_instances: vms.map(sent) } };
  });
}
