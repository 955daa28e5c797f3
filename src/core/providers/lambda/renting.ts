import type { LaunchOrder, OrderAnswer } from '../../../shared/launch/order.ts';
import type { GpuOffer } from '../../../shared/offers/gpu-offer.ts';
import { keyMaterial } from '../../../shared/ssh/local-key.ts';
import { fields, pathId, readItems, readRecord, record, shortText } from '../http/read.ts';
import { describeForm, orNull, ServiceError, unsent } from '../http/service-error.ts';
import { freeOffer, handleOf } from '../offer-fields.ts';
import { answerOfError, USUAL_CHOICES } from '../order-answer.ts';
import type { ProviderPorts, Renting } from '../provider.ts';
import { isRefusal, named } from './errors.ts';
import { MARK_TAG } from './instance.ts';
import { parseOffer, readTypes } from './offers.ts';

/** Lambda takes five launches a minute. */
const LAUNCH_MS = 12_000;

/** UTF-16 units of a name of an instance or a key. */
const MAX_NAME = 64;

const MAX_KEY = 4_096;

const MAX_CHOICES = 500;

/** A key is ordered by its name. A generated key has a private part, which is not read. */
const keySchema = record(({ name, public_key }) => {
  const id = handleOf(name);
  const publicKey = shortText(public_key, MAX_KEY);
  return id === null ? null : { id, name: id, publicKey: publicKey && keyMaterial(publicKey) };
});

const keysSchema = record(({ data }) =>
  Array.isArray(data) ? readItems(keySchema, data, MAX_CHOICES).read : null,
);

const addedSchema = record(({ data }) => keySchema.safeParse(data).data ?? null);

/** The newest image of each family, in the region. Null: in another one. */
const imageSchema = (at: string) =>
  record(({ family, region }) => {
    const id = handleOf(family);
    return id === null || fields(region)['name'] !== at ? null : id;
  });

const imagesSchema = (at: string) =>
  record(({ data }) => [...new Set(readItems(imageSchema(at), data, MAX_CHOICES).read)]);

const IMAGE_ID = /^[0-9a-f]{32}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An order in Lambda's words, which names exactly one key of the account. */
function bodyOf({ offer, login, name, image }: LaunchOrder, mark: string) {
  const place = parseOffer(offer.offer);
  if (place === null) throw unsent({ kind: 'notFound', detail: null });
  if (login.method !== 'registered' || login.id === null)
    throw unsent({ kind: 'invalid', detail: 'Choose an SSH key of the account.' });
  return {
    region_name: place.region,
    instance_type_name: place.type,
    ssh_key_names: [login.id],
    ...(name !== null && { name: name.slice(0, MAX_NAME) }),
    ...(image !== null && { image: IMAGE_ID.test(image) ? { id: image } : { family: image } }),
    tags: [{ key: MARK_TAG, value: mark }],
  };
}

const NOTES = [
  'Lambda can’t stop instances. Terminating erases everything except file systems.',
  'Any API key of Lambda can launch and terminate instances.',
];

export function createRenting({ read, write }: Pick<ProviderPorts, 'read' | 'write'>): Renting {
  async function images(region: string, signal?: AbortSignal) {
    const answer = await read({ path: '/api/v1/images', signal });
    const families = readRecord(imagesSchema(region), answer, ['data']);
    return families.map((id) => ({ id, name: id }));
  }

  const launch = named(async (body: ReturnType<typeof bodyOf>): Promise<OrderAnswer> => {
    const path = '/api/v1/instance-operations/launch';
    const order = { method: 'POST', path, body, createdIn: () => null } as const;
    const { json, endpoint } = await write({ ...order, intervalMs: LAUNCH_MS });
    const ids = fields(fields(json)['data'])['instance_ids'];
    const [vmId = null, ...others] = Array.isArray(ids) ? ids.map(pathId) : [];
    if (vmId !== null && others.length === 0) return { kind: 'created', vmId, vm: null };
    const problem = { kind: 'incompatible', endpoint, found: describeForm(json) } as const;
    throw new ServiceError(problem, null, null, 'unclear', vmId);
  });

  return {
    choices: named(async ({ offer }: GpuOffer, signal?: AbortSignal) => {
      const keys = await read({ path: '/api/v1/ssh-keys', signal });
      const region = parseOffer(offer)?.region ?? '';
      return {
        ...USUAL_CHOICES,
        // The order needs none.
        images: (await images(region, signal).catch(orNull(signal))) ?? [],
        defaultImage: null,
        disk: null,
        keys: readRecord(keysSchema, keys, ['data']),
        notes: NOTES,
      };
    }),
    quote: named(async (offer, _diskGb, signal) =>
      freeOffer((await readTypes({ read }, signal)).offers, offer),
    ),
    async send(order, mark) {
      return launch(bodyOf(order, mark)).catch((error) => answerOfError(error, isRefusal));
    },
    addSshKey: named(async (name, publicKey, signal) => {
      // Without a public key, Lambda makes a pair and sends the private part.
      if (keyMaterial(publicKey) === null || publicKey.length > MAX_KEY)
        throw unsent({ kind: 'invalid', detail: 'This is no public key.' });
      const body = { name: name.slice(0, MAX_NAME), public_key: publicKey };
      const answer = await write({ method: 'POST', path: '/api/v1/ssh-keys', body, signal });
      return readRecord(addedSchema, answer, ['data']).id;
    }),
  };
}
