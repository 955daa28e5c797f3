import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import { canPay, rentAt } from '../service/renting.ts';
import { allow } from '../service/visit.ts';
import { type Account, enter, present, type Vm } from '../world/index.ts';
import { offersAt, takeOffer } from './offers.ts';

const ASK = '/api/v0/asks/:id/';
const KEYS = '/api/v0/ssh/';
const TEMPLATES = '/api/v0/template/';

/** `instance_api_key` of each answer to an order (hello-world.mdx); no client may read it. */
export const INSTANCE_KEY = 'planted-instance-key-4d8a';

/** create_instance.yaml, without fields that GPU Tray and Vast's own command line do not send. */
const orderSchema = z.looseObject({
  image: z.string().min(1).max(1024),
  disk: z.number().min(8).default(8),
  label: z.string().max(256).nullish(),
  runtype: z.string().default('ssh'),
  price: z.number().min(0.001).max(128).nullish(),
  cancel_unavail: z.boolean().optional(),
});
type Order = z.output<typeof orderSchema>;

const pathSchema = z.object({ id: z.coerce.number().int() });

const gone = (id: number) =>
  new ServiceError(404, `error 404/3603: no_such_ask Instance type by id ${id} is not available.`);

/** @throws 400 or 404 */
function rent(id: number, order: Order, account: Account, parts: ServiceParts): Vm {
  const { world, behavior } = parts;
  const { orders } = behavior.current();
  const { price, label = null, disk, image, runtype } = order;
  const isBid = price != null;
  const offer = offersAt(world, isBid, disk).find((each) => each.id === id);
  if (offer === undefined || orders === 'refused') throw gone(id);
  const { num_gpus, gpu_name, gpu_ram, geolocation, min_bid, dph_base } = offer;
  const hasSsh = runtype.includes('ssh') && orders !== 'keyless';
  const rented = {
    label,
    perHour: price ?? dph_base,
    diskGb: disk,
    overlay: {
      num_gpus,
      gpu_name,
      gpu_ram,
      geolocation,
      is_bid: isBid,
      min_bid,
      image_uuid: image,
      ...(!hasSsh && { ports: {}, ssh_host: null, ssh_port: null, image_runtype: 'args' }),
    },
  };
  if (!canPay(parts, account, rented))
    throw new ServiceError(400, 'Your account lacks credit; see the billing page.');
  // A bid below the least one is an error, or waits without an end.
  const isTooLow = isBid && price < min_bid;
  if (isTooLow && order.cancel_unavail === true) throw gone(id);
  const vm = rentAt(parts, account, rented);
  takeOffer(world, id);
  // Its contract holds no hardware, and its disk is billed (vastai/SKILL.md, Charges).
  if (isTooLow || orders === 'stopped' || orders === 'named') {
    enter(vm, 'stopped', present(world));
    vm.overlay = { ...vm.overlay, actual_status: null, intended_status: 'running' };
  }
  return vm;
}

function orderRoute(app: FastifyInstance, parts: ServiceParts): void {
  app.put(ASK, async (request, reply) => {
    const { account } = allow(request, 'change-vms');
    const { id } = pathSchema.parse(request.params);
    const vm = rent(id, orderSchema.parse(request.body), account, parts);
    const answer = { new_contract: Number(vm.id), instance_api_key: INSTANCE_KEY, ask_id: id };
    if (parts.behavior.current().orders !== 'named') return { success: true, ...answer };
    // Such an answer is in no description: a third party saw it after a bid that was too low.
    const error = { success: false, error: 'invalid_price', msg: 'The bid is too low.' };
    return reply.code(400).send({ ...error, ...answer });
  });
}

const templatesSchema = z.object({
  select_filters: z.string().default('{}'),
  select_cols: z.string().default('["*"]'),
});
const filterSchema = z.looseObject({ creator_id: z.object({ eq: z.number() }).optional() });

/** Made up, with the fields of create_template.yaml. */
const TEMPLATES_OF_USER = [
  { id: 301, hash_id: '4e17788f74f075dd9aab7d0d4427968f', name: 'Training' },
  { id: 302, hash_id: '661d064bbda1f2a133816b6d55da07c3', name: 'ComfyUI' },
].map((each) => ({
  ...each,
  image: 'vastai/pytorch',
  tag: 'cuda-12.8',
  env: '-e TOKEN=planted-template-6b1e',
}));

const keySchema = z.strictObject({ ssh_key: z.string().min(1) });

/** Made up. */
const LAPTOP =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExampleExampleExampleExampleExampleExampleEx ada@example.test';

interface Key {
  readonly id: number;
  readonly user_id: number;
  readonly text: string;
}

/** Orders, and the keys that each instance gets. */
export function orderRoutes(app: FastifyInstance, parts: ServiceParts): void {
  orderRoute(app, parts);
  const keysByUser = new Map<number, readonly Key[]>();
  const keysOf = ({ userId }: Account) =>
    keysByUser.get(userId) ?? [{ id: 71, user_id: userId, text: LAPTOP }];
  const dates = { created_at: '2026-01-02T03:04:05Z', deleted_at: null };

  app.get(TEMPLATES, async (request) => {
    const { account } = allow(request, 'view-vms');
    const { select_filters, select_cols } = templatesSchema.parse(request.query);
    const { creator_id } = filterSchema.parse(JSON.parse(select_filters));
    const columns = z.array(z.string()).parse(JSON.parse(select_cols));
    const isOwn = creator_id?.eq === account.userId;
    const templates = isOwn ? TEMPLATES_OF_USER : [];
    return {
      success: true,
      templates_found: templates.length,
      templates: templates.map((each) =>
        Object.fromEntries(
          Object.entries(each).filter(([name]) => columns.includes('*') || columns.includes(name)),
        ),
      ),
    };
  });

  app.get(KEYS, async (request) => {
    const { account } = allow(request, 'view-vms');
    return keysOf(account).map(({ text, ...key }) => ({ ...key, key: text, ...dates }));
  });

  app.post(KEYS, async (request) => {
    const { account } = allow(request, 'change-vms');
    const { ssh_key: text } = keySchema.parse(request.body);
    const keys = keysOf(account);
    const key = { id: 71 + keys.length, user_id: account.userId };
    keysByUser.set(account.userId, [...keys, { ...key, text }]);
    return { success: true, key: { ...key, public_key: text, ...dates } };
  });
}
