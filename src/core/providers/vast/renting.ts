import type { VmList } from '../../../shared/domain/account-state.ts';
import { exactMoney } from '../../../shared/format/index.ts';
import type { LaunchOrder, OrderAnswer, RegisteredKey } from '../../../shared/launch/order.ts';
import type { GpuOffer, OfferReading } from '../../../shared/offers/gpu-offer.ts';
import { PROVIDERS, SEARCH_KEYS } from '../../../shared/providers/providers.ts';
import { keyMaterial } from '../../../shared/ssh/local-key.ts';
import { type IsOwnError, isText } from '../http/http-problem.ts';
import { count, fields, readItems, record, text, unreadable } from '../http/read.ts';
import type { HttpAnswer } from '../http/request.ts';
import { incompatible, namedBy, orNull, ServiceError, unsent } from '../http/service-error.ts';
import { freeOffer, handleOf, line } from '../offer-fields.ts';
import { answerOfError, USUAL_CHOICES } from '../order-answer.ts';
import { markedName } from '../order-mark.ts';
import type { ProviderPorts, Renting } from '../provider.ts';
import { askOf, MIN_DISK_GB, OFFERS, type Search, searchFor } from './offers.ts';

/** `{success: false, error, msg}`, of which some calls leave out one of the first two. */
export const isOwnError: IsOwnError = ({ isJson, body }) =>
  isJson && isText(body['msg']) && (isText(body['error']) || body['success'] === false);

/** A key that Vast does not know is a 401 or, at some calls, a 404: never "no instances". */
export function asUnauthorized(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'auth_error') throw error;
  if (error.problem.kind !== 'notFound') throw error;
  const { detail } = error.problem;
  const problem = { kind: 'unauthorized', credential: 'apiKey', detail } as const;
  throw new ServiceError(problem, 401, error.code, error.origin, error.vmId);
}

export const named = namedBy(PROVIDERS.vast.name);

type Read = ProviderPorts['read'];

const ASK = '/api/v0/asks/{vm_id}/';

/** Between two orders from an IP address. */
const ORDER_MS = 4_500;

const KEYS = '/api/v0/ssh/';
const MAX_KEYS = 200;
const MAX_LABEL = 256;

/** Vast replaces this tag by the one for the machine. */
const BASE_IMAGE = 'vastai/base-image:@vastai-automatic-tag';
const IMAGES = [
  { id: BASE_IMAGE, name: 'Vast base image (Ubuntu, CUDA)' },
  { id: 'vastai/pytorch:@vastai-automatic-tag', name: 'Vast PyTorch' },
];

const TEMPLATES = '/api/v0/template/';
const MAX_TEMPLATES = 100;

/** A template: its handle is the image, which an order names in any case, and the hash behind `#`. */
const templateSchema = record<(typeof IMAGES)[number]>((sent) => {
  const { name, hash_id, image, tag } = sent;
  const [path, hash, suffix] = [handleOf(image), handleOf(hash_id), handleOf(tag)];
  if (path === null || hash === null) return null;
  const hasTag = suffix === null || /:[^/]*$/.test(path);
  return { id: `${hasTag ? path : `${path}:${suffix}`}#${hash}`, name: line(name) ?? path };
});

/** The user's own: without a filter, Vast sends all public ones. */
async function readTemplates(read: Read, userId: number, signal?: AbortSignal) {
  const select_filters = JSON.stringify({ creator_id: { eq: userId } });
  // Not the variables and the registry's password, which a template has as well.
  const select_cols = JSON.stringify(['name', 'hash_id', 'image', 'tag']);
  const answer = await read({ path: TEMPLATES, query: { select_filters, select_cols }, signal });
  return readItems(templateSchema, fields(answer.json)['templates'], MAX_TEMPLATES).read;
}

const USUAL_DISK_GB = 32;

/** $/h of the least bid (`create_instance`, `price`). */
const MIN_BID = 0.001;

const NOTES = [
  'A stop keeps the disk; Destroy deletes it. Until then it is billed, and its size can’t be changed.',
  SEARCH_KEYS,
];
const BID_NOTE =
  'You pay your bid, and the disk on top. While outbid, the instance is paused and its disk is billed.';

const keySchema = record<RegisteredKey>((sent) => {
  const id = count(sent['id']);
  if (id === null || sent['deleted_at'] != null) return null;
  const key = text(sent['key']) ?? text(sent['public_key']) ?? '';
  const publicKey = keyMaterial(key);
  const comment = publicKey === null ? '' : key.trim().split(/\s+/).slice(2).join(' ');
  return { id: String(id), name: line(comment) ?? `SSH key ${id}`, publicKey };
});

/** An account without a key may be a 404. */
async function readKeys(read: Read, signal?: AbortSignal): Promise<readonly RegisteredKey[]> {
  try {
    const answer = await read({ path: KEYS, signal });
    if (!Array.isArray(answer.json)) return unreadable(answer);
    return readItems(keySchema, answer.json, MAX_KEYS).read;
  } catch (error) {
    if (error instanceof ServiceError && error.problem.kind === 'notFound') return [];
    throw error;
  }
}

/** The instance that an answer names. Its other fields, such as `instance_api_key`, are not read. */
function contractIn({ new_contract: id }: Readonly<Record<string, unknown>>): string | null {
  if (typeof id !== 'number' && typeof id !== 'string') return null;
  return /^[1-9]\d{0,15}$/.test(String(id)) ? String(id) : null;
}

const NAMED = { provider: PROVIDERS.vast.name };

const invalid = (detail: string) => unsent({ ...NAMED, kind: 'invalid', detail });

/** @throws ServiceError `unsent`: without its price, the order of a bid would rent at the full price, and a price would make another a bid */
function priceOf({ offer, bid }: LaunchOrder, isBid: boolean): number | null {
  if (isBid !== (bid !== null))
    throw invalid(isBid ? 'This offer needs a bid.' : 'This offer takes no bid.');
  const least = offer.price.minBid ?? MIN_BID;
  // Also for NaN, which would be sent as no price.
  if (bid !== null && !(bid >= least)) throw invalid(`Bid at least ${exactMoney(least)} an hour.`);
  return bid;
}

/** @throws ServiceError `unsent` */
function bodyOf(order: LaunchOrder, mark: string, isBid: boolean) {
  const { name, image, diskGb, login } = order;
  if (login.method !== 'registered') throw invalid('An instance has the SSH keys of the account.');
  const price = priceOf(order, isBid);
  const [path = '', template] = (image ?? BASE_IMAGE).split('#');
  return {
    image: path,
    ...(template !== undefined && { template_hash_id: template }),
    disk: diskGb ?? USUAL_DISK_GB,
    label: labelOf(name, mark),
    runtype: 'ssh_direct',
    // Rather an error than an instance that waits for a GPU while the disk is billed.
    cancel_unavail: true,
    ...(price !== null && { price }),
  };
}

const labelOf = (name: string | null, mark: string) => markedName(name, mark, 'vast', MAX_LABEL);

const NO_MONEY =
  /insufficient|(?:no|not enough|low|lacks?) (?:credits?|balance|funds|money)|payment/i;

const wordsOf = ({ code, problem }: ServiceError) => `${code} ${problem.detail ?? ''}`;

const isGone = (error: ServiceError) => wordsOf(error).includes('no_such_ask');

const hasNoMoney = (error: ServiceError) => error.status === 402 || NO_MONEY.test(wordsOf(error));

const REFUSED = [401, 402, 403, 404, 410];
/** The documented words of a 400, also of a success that is none. */
const REFUSALS = ['invalid_args', 'invalid_price', 'no_ssh_key_for_vm', 'auth_error'];

function isRefusal(error: ServiceError): boolean {
  const { status, code } = error;
  const isKnown = REFUSALS.includes(code ?? '') || isGone(error) || hasNoMoney(error);
  return REFUSED.includes(status ?? 0) || ((status === 400 || status === 200) && isKnown);
}

function answerOf(error: unknown): OrderAnswer {
  const answer = answerOfError(isRefusal)(error);
  if (answer.kind !== 'refused' || !(error instanceof ServiceError)) return answer;
  const { detail } = error.problem;
  // Its text for that has numbers only.
  if (isGone(error)) return { ...answer, problem: { ...NAMED, kind: 'soldOut' } };
  if (error.problem.kind === 'unauthorized' || !hasNoMoney(error)) return answer;
  const unknown = { required: null, available: null };
  return { ...answer, problem: { ...NAMED, kind: 'insufficientBalance', ...unknown, detail } };
}

interface Parts extends Pick<ProviderPorts, 'read' | 'write'> {
  readonly readUser: (signal?: AbortSignal) => Promise<HttpAnswer>;
  readonly balanceIn: (user: HttpAnswer) => number;
  readonly search: (body: Search, signal?: AbortSignal) => Promise<OfferReading>;
  readonly readSome: (values: object, signal?: AbortSignal) => Promise<VmList>;
}

/** Orders at Vast (`docs/providers/vast.yaml`). Each offer makes one instance, which has the SSH keys of its account. */
export const rentingOf = ({ read, write, readUser, balanceIn, search, readSome }: Parts) =>
  ({
    choices: named(async ({ price, terms }: GpuOffer, signal?: AbortSignal) => {
      const keys = await readKeys(read, signal);
      // A key may be allowed to rent, and not to read these.
      const none = orNull(signal);
      const user = await readUser(signal).catch(none);
      const userId = user && count(fields(user.json)['id']);
      const own = userId === null ? null : await readTemplates(read, userId, signal).catch(none);
      const isBid = terms === 'interruptible';
      return {
        ...USUAL_CHOICES,
        images: [...IMAGES, ...(own ?? [])],
        defaultImage: BASE_IMAGE,
        disk: { min: MIN_DISK_GB, usual: USUAL_DISK_GB },
        keys,
        minBid: isBid ? (price.minBid ?? MIN_BID) : null,
        balance: user && (await Promise.resolve(user).then(balanceIn).catch(none)),
        notes: isBid ? [BID_NOTE, ...NOTES] : NOTES,
      };
    }),
    quote: named(async (offer: string, diskGb: number | null, signal?: AbortSignal) => {
      const ask = askOf(offer);
      if (ask === null) return null;
      const body = searchFor(ask, diskGb ?? USUAL_DISK_GB);
      const { offers, problem } = await search(body, signal);
      if (problem !== null) return incompatible(`POST ${OFFERS}`, 'another offer');
      return freeOffer(offers, offer);
    }),
    async send(order: LaunchOrder, mark: string) {
      const ask = askOf(order.offer.offer);
      if (ask === null) throw invalid('Not an offer of Vast.');
      const body = bodyOf(order, mark, ask.isBid);
      const request = { method: 'PUT', path: ASK, vmId: String(ask.id), body } as const;
      const more = { createdIn: contractIn, intervalMs: ORDER_MS };
      try {
        const answer: HttpAnswer = await named(write)({ ...request, ...more });
        const vmId = contractIn(fields(answer.json));
        if (vmId === null) return unreadable(answer);
        return { kind: 'created', vmId, vm: null } as const;
      } catch (error) {
        return answerOf(error);
      }
    },
    findMarked: named(
      async (mark: string, { name }: Pick<LaunchOrder, 'name'>, signal?: AbortSignal) => {
        const list = await readSome({ label: { eq: labelOf(name, mark) } }, signal);
        return { ...list, vms: list.vms.filter((vm) => vm.mark === mark) };
      },
    ),
    /** Vast adds the key to the instances that run, too. */
    addSshKey: named(async (name: string, publicKey: string, signal?: AbortSignal) => {
      const material = keyMaterial(publicKey);
      if (material === null) throw invalid('Not a public key.');
      const body = { ssh_key: `${material} ${name}`.trim() };
      const answer = await write({ method: 'POST', path: KEYS, body, signal });
      const id = count(fields(fields(answer.json)['key'])['id']);
      return id === null ? unreadable(answer) : String(id);
    }),
  }) satisfies Renting;
