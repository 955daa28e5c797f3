import type { LaunchOrder, OrderAnswer } from '../../../shared/launch/order.ts';
import type { GpuOffer, OfferReading } from '../../../shared/offers/gpu-offer.ts';
import { keyMaterial } from '../../../shared/ssh/local-key.ts';
import {
  count,
  fields,
  isObject,
  pathId,
  readItems,
  readListIn,
  readRecord,
  record,
  shortText,
} from '../http/read.ts';
import {
  asChangedInterface,
  describeForm,
  orNull,
  ServiceError,
  unsent,
} from '../http/service-error.ts';
import { freeOffer, gpusOf, handleOf, hourly, line, offerReading } from '../offer-fields.ts';
import { answerOfError, USUAL_CHOICES } from '../order-answer.ts';
import type { ProviderPorts, Renting } from '../provider.ts';
import { isRefusal, named } from './errors.ts';
import { MARK_TAG } from './instance.ts';

/** Prices have no tax in them. */
const EXTRA = ['tax'];

/** GB of one GPU, which only its text has: `H100 (80 GB SXM5)`. */
const memoryOf = (gpu: string) => Number(/\((\d{1,4}) GB/.exec(gpu)?.[1]);

/** The parts of an offer's handle; null: no handle, or sold out everywhere. */
function parseOffer(offer: string) {
  const [, type, region] = /^([^/]+)\/([^/]+)$/.exec(offer) ?? [];
  return type === undefined || region === undefined ? null : { type, region };
}

/** A type: an offer of each region that has one free. CPU types are none. */
const typeSchema = record<readonly GpuOffer[]>((sent) => {
  const type = fields(sent['instance_type']);
  const offer = handleOf(type['name']);
  if (offer === null || offer.includes('/')) return null;
  const specs = fields(type['specs']);
  const gpuCount = count(specs['gpus']);
  if (gpuCount === 0) return [];
  const cents = hourly(type['price_cents_per_hour']);
  const gpuText = line(type['gpu_description']) ?? offer;
  const perHour = cents === null ? null : cents / 100;
  const regions = sent['regions_with_capacity_available'];
  const all: GpuOffer = {
    provider: 'lambda',
    offer,
    ...gpusOf(gpuText, memoryOf(gpuText), gpuCount),
    gpuText,
    where: null,
    tier: null,
    terms: 'onDemand',
    stock: Array.isArray(regions) ? 'none' : null,
    price: { perHour, diskGb: count(specs['storage_gib']), extra: EXTRA },
    endsAt: null,
  };
  if (!Array.isArray(regions) || regions.length === 0) return [all];
  return regions.flatMap((region) => {
    const name = handleOf(fields(region)['name']);
    if (name === null || name.includes('/')) return [];
    return { ...all, offer: `${offer}/${name}`, where: line(name), stock: null };
  });
});

const listSchema = record(({ data }) =>
  isObject(data) ? readItems(typeSchema, Object.values(data)) : null,
);

/** All types on sale. Nothing can be filtered. */
export async function readTypes(
  read: ProviderPorts['read'],
  signal?: AbortSignal,
): Promise<OfferReading> {
  const answer = await read({ path: '/api/v1/instance-types', signal }).catch(asChangedInterface);
  const { read: types, skipped } = readRecord(listSchema, answer, ['data']);
  return offerReading(types, skipped);
}

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

const addedSchema = record(({ data }) => keySchema(data));

/** The family of an image in the region, which names its newest image. */
const familySchema = (at: string) =>
  record(({ family, region }) => (fields(region)['name'] === at ? handleOf(family) : null));

const IMAGE_ID = /^[0-9a-f]{32}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An order in Lambda's words, which names exactly one key of the account. */
function bodyOf({ offer, login, name, image }: LaunchOrder, mark: string) {
  const place = parseOffer(offer.offer);
  if (place === null) throw unsent({ kind: 'notFound' });
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
      const schema = familySchema(parseOffer(offer)?.region ?? '');
      const images = await read({ path: '/api/v1/images', signal })
        .then((answer) => readListIn(schema, answer, 'data', MAX_CHOICES))
        .catch(orNull(signal));
      return {
        ...USUAL_CHOICES,
        // The order needs none.
        images: [...new Set(images?.read)].map((id) => ({ id, name: id })),
        defaultImage: null,
        disk: null,
        keys: readListIn(keySchema, keys, 'data', MAX_CHOICES).read,
        notes: NOTES,
      };
    }),
    quote: named(
      async (offer, _diskGb, signal) =>
        parseOffer(offer) && freeOffer((await readTypes(read, signal)).offers, offer),
    ),
    async send(order, mark) {
      return launch(bodyOf(order, mark)).catch(answerOfError(isRefusal));
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
