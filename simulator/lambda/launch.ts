import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import { rentAt } from '../service/renting.ts';
import { allow } from '../service/visit.ts';
import type { Account } from '../world/index.ts';
import { REGIONS, typesAnswer } from './types.ts';

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

interface Key {
  readonly id: string;
  readonly name: string;
  readonly public_key: string;
}

/** Made up. */
const LAPTOP =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExampleExampleExampleExampleExampleExampleEx ada@example.test';

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
function launch(body: unknown, account: Account, keys: readonly Key[], parts: ServiceParts) {
  const read = launchSchema.parse(body);
  const { region_name, instance_type_name, ssh_key_names, name = null, tags } = read;
  if (!keys.some((key) => ssh_key_names.includes(key.name)))
    throw new ServiceError(404, 'The SSH key does not exist.');
  const item = typesAnswer(parts.world)[instance_type_name];
  if (item === undefined) throw new ServiceError(404, 'The instance type does not exist.');
  const region = item.regions_with_capacity_available.find((each) => each.name === region_name);
  const { orders } = parts.behavior.current();
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
export function launchRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const keysByUser = new Map<number, Key[]>();
  function keysOf({ userId }: Account): Key[] {
    const keys = keysByUser.get(userId) ?? [
      { id: `key-${userId}`, name: 'laptop', public_key: LAPTOP },
    ];
    keysByUser.set(userId, keys);
    return keys;
  }

  app.post('/api/v1/instance-operations/launch', async (request) => {
    const { account } = allow(request, 'change-vms');
    const vm = launch(request.body, account, keysOf(account), parts);
    return { data: { instance_ids: [vm.id] } };
  });

  app.get('/api/v1/ssh-keys', async (request) => {
    const { account } = allow(request, 'view-vms');
    return { data: keysOf(account) };
  });

  app.post('/api/v1/ssh-keys', async (request) => {
    const { account } = allow(request, 'change-vms');
    const { name, public_key } = keySchema.parse(request.body);
    const keys = keysOf(account);
    if (keys.some((key) => key.name === name))
      throw new ServiceError(400, 'A key has that name already.');
    const key = { id: `key-${account.userId}-${keys.length}`, name, public_key };
    keys.push(key);
    return { data: key };
  });

  app.get('/api/v1/images', async (request) => {
    allow(request, 'view-vms');
    return { data: IMAGES };
  });
}
