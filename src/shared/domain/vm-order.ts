import { printable } from '../format/index.ts';
import { hasShape, isTextUpTo } from '../has-shape.ts';
import { rentalName } from './offer.ts';
import type { Offer } from './offer-schemas.ts';
import type { OrderDraft, OrderErrors, OrderField } from './order-draft.ts';
import type { Vm } from './vm.ts';

// `POST /vms`: what may be ordered, and how a typed order is checked before it is sent (`docs/service.md`).

export const GPU_TYPES = ['5090', '4090', 'pro6000'] as const;
export const GPU_COUNTS = [1, 2, 4, 8] as const;
export const RENTAL_TYPES = ['on_demand', 'interruptible', 'reserved'] as const;
export const RESERVATION_MONTHS = [1, 3, 6] as const;
export const LOGIN_METHODS = ['ssh_key', 'password'] as const;
const MIN_STORAGE_GB = 50;
export const MIN_PASSWORD = 12;

/** An image that a VM is cloned from. `hasWeb`: also WebUI and Jupyter, through a third-party portal. */
export interface Template {
  readonly vmid: number;
  readonly name: string;
  readonly hasWeb: boolean;
}

export const TEMPLATES: readonly Template[] = [
  { vmid: 100, name: 'Base image 22.04 with GPU drivers', hasWeb: false },
  { vmid: 101, name: 'Base image 24.04 with GPU drivers', hasWeb: false },
  { vmid: 102, name: 'AI image generation (web application)', hasWeb: true },
  { vmid: 103, name: 'AI image, video and audio generation (nodes)', hasWeb: true },
  { vmid: 104, name: 'Linux desktop in the browser', hasWeb: true },
];

/** The body of `POST /vms` without the password; only `checkOrder` makes one. */
export interface VmOrder {
  readonly node: string;
  readonly gpuType: (typeof GPU_TYPES)[number];
  readonly gpuCount: (typeof GPU_COUNTS)[number];
  readonly storageGb: number;
  readonly templateVmid: number;
  readonly rental:
    | { readonly type: 'on_demand' | 'interruptible' }
    | { readonly type: 'reserved'; readonly months: (typeof RESERVATION_MONTHS)[number] };
  /** Without an id, the service uses the oldest SSH key of the user. */
  readonly login:
    | { readonly method: 'ssh_key'; readonly sshKeyId: string | null }
    | { readonly method: 'password' };
}

export type CheckedOrder =
  | { readonly ok: true; readonly order: VmOrder }
  | { readonly ok: false; readonly errors: OrderErrors };

/** Nothing chosen but the service's defaults. */
export const EMPTY_DRAFT: OrderDraft = {
  node: '',
  gpuType: '',
  gpuCount: '1',
  storageGb: String(MIN_STORAGE_GB),
  template: '',
  rental: 'on_demand',
  months: '',
  login: 'ssh_key',
  sshKeyId: '',
};

/** An order that the user saved under a name, without a password. */
export interface LaunchPreset {
  readonly name: string;
  readonly draft: OrderDraft;
}

export const MAX_PRESETS = 50;

/** The name as it is saved; null: not one. */
export function presetName(typed: string): string | null {
  const name = typed.trim();
  return isName(name, 40) ? name : null;
}

export function isDraft(value: unknown): boolean {
  const isField = isTextUpTo(200, 0);
  return hasShape(value, Object.fromEntries(Object.keys(EMPTY_DRAFT).map((key) => [key, isField])));
}

export function isPreset(value: unknown): boolean {
  return hasShape<LaunchPreset>(value, {
    name: (name) => typeof name === 'string' && presetName(name) === name,
    draft: isDraft,
  });
}

const listed = (values: readonly unknown[]) =>
  `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;

export const FIELD_MESSAGES = {
  node: 'Enter a node, such as vm03.',
  gpuType: `Choose ${listed(GPU_TYPES)}.`,
  gpuCount: `Choose ${listed(GPU_COUNTS)} GPUs.`,
  storageGb: `Enter a whole number of GB, at least ${MIN_STORAGE_GB}.`,
  template: `Choose a template: ${listed(TEMPLATES.map(({ vmid }) => vmid))}.`,
  rental: `Choose ${listed(RENTAL_TYPES)}.`,
  months: `Choose ${listed(RESERVATION_MONTHS)} months.`,
  monthsOfOther: 'Only a reserved VM has a number of months.',
  login: `Choose ${listed(LOGIN_METHODS)}.`,
  sshKeyId: 'Not an SSH key ID.',
  sshKeyOfOther: 'Only a login with an SSH key has a key ID.',
  password: `Enter at least ${MIN_PASSWORD} characters.`,
  passwordOfOther: 'Only a login with a password has a password.',
};

function chosen<T extends string | number>(values: readonly T[], text: string): T | undefined {
  return values.find((value) => String(value) === text);
}

const isName = (text: string, max: number) =>
  text.length > 0 && text.length <= max && printable(text) === text;

/** The characters of a password: as people and the service's document count them. */
export function passwordLength(password: string): number {
  return [...password].length;
}

type Wrong = Partial<Record<OrderField, string>>;

/** Adds errors to `wrong`; undefined: invalid. */
function readRental({ rental, months }: OrderDraft, wrong: Wrong): VmOrder['rental'] | undefined {
  const type = chosen(RENTAL_TYPES, rental);
  if (type === undefined) wrong.rental = FIELD_MESSAGES.rental;
  if (type !== 'reserved') {
    if (type !== undefined && months !== '') wrong.months = FIELD_MESSAGES.monthsOfOther;
    return type && { type };
  }
  const count = RESERVATION_MONTHS.find((each) => String(each) === months);
  if (count === undefined) wrong.months = FIELD_MESSAGES.months;
  return count && { type, months: count };
}

function readLogin(
  { login, sshKeyId }: OrderDraft,
  length: number | null,
  wrong: Wrong,
): VmOrder['login'] | undefined {
  const method = chosen(LOGIN_METHODS, login);
  if (method === undefined) wrong.login = FIELD_MESSAGES.login;
  if (method === 'ssh_key') {
    if (length !== null) wrong.password = FIELD_MESSAGES.passwordOfOther;
    if (sshKeyId !== '' && !isName(sshKeyId, 128)) wrong.sshKeyId = FIELD_MESSAGES.sshKeyId;
    return { method, sshKeyId: sshKeyId || null };
  }
  if (sshKeyId !== '' && method === 'password') wrong.sshKeyId = FIELD_MESSAGES.sshKeyOfOther;
  if (method === 'password' && (length ?? 0) < MIN_PASSWORD)
    wrong.password = FIELD_MESSAGES.password;
  return method && { method };
}

/** Checks an order against every documented rule. @param length of the password, by `passwordLength`; null: none */
export function checkOrder(typed: OrderDraft, length: number | null): CheckedOrder {
  const draft: OrderDraft = { ...typed, node: typed.node.trim(), sshKeyId: typed.sshKeyId.trim() };
  const wrong: Wrong = {};
  const { node } = draft;
  if (!isName(node, 64)) wrong.node = FIELD_MESSAGES.node;
  const gpuType = chosen(GPU_TYPES, draft.gpuType);
  if (gpuType === undefined) wrong.gpuType = FIELD_MESSAGES.gpuType;
  const gpuCount = chosen(GPU_COUNTS, draft.gpuCount);
  if (gpuCount === undefined) wrong.gpuCount = FIELD_MESSAGES.gpuCount;
  const storageGb = /^\d{1,9}$/.test(draft.storageGb.trim()) ? Number(draft.storageGb) : 0;
  if (storageGb < MIN_STORAGE_GB) wrong.storageGb = FIELD_MESSAGES.storageGb;
  const template = TEMPLATES.find(({ vmid }) => String(vmid) === draft.template);
  if (template === undefined) wrong.template = FIELD_MESSAGES.template;
  const rental = readRental(draft, wrong);
  const login = readLogin(draft, length, wrong);
  if (Object.keys(wrong).length > 0 || !gpuType || !gpuCount || !template || !rental || !login)
    return { ok: false, errors: wrong };
  const order = { node, gpuType, gpuCount, storageGb, templateVmid: template.vmid, rental, login };
  return { ok: true, order };
}

/** A draft with the fields of a VM. The VM's record has neither its template nor the months of its reservation. */
export function draftLike(vm: Vm): OrderDraft {
  const text = (value: string | number | null) => (value === null ? '' : String(value));
  return {
    ...EMPTY_DRAFT,
    ...vm.order,
    gpuType: text(vm.gpuType),
    gpuCount: text(vm.gpuCount),
    storageGb: text(vm.storageGb),
  };
}

/** Only letters and digits, in lower case: services spell `on_demand` and node ids in several ways. */
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The GPU type of an order that the service means by this name, such as `RTX PRO 6000`. */
export function orderedType(name: string | null): VmOrder['gpuType'] | undefined {
  const named = plain(name ?? '');
  return GPU_TYPES.find((type) => named.includes(type));
}

/** Fills a draft from an offer. @param minGpus minimum number of GPUs */
export function draftOfOffer(offer: Offer, minGpus = 1): OrderDraft {
  const wanted = Math.max(offer.gpuCount ?? 1, minGpus);
  const rental = chosen(RENTAL_TYPES, offer.rentalType ?? '') ?? EMPTY_DRAFT.rental;
  return {
    ...EMPTY_DRAFT,
    node: offer.node ?? '',
    gpuType: orderedType(offer.gpuType) ?? '',
    gpuCount: String(GPU_COUNTS.find((count) => count >= wanted) ?? ''),
    rental,
    months: rental === 'reserved' && offer.months !== null ? String(offer.months) : '',
  };
}

const GIB_IN_GB = 2 ** 30 / 10 ** 9;

/** A number of GB, also where it was converted to or from GiB and rounded. */
const isSize = (gb: number, ordered: number) =>
  [ordered, ordered / GIB_IN_GB, ordered * GIB_IN_GB].some((size) =>
    [Math.floor(size), Math.ceil(size)].includes(gb),
  );

/** Whether the VM matches the order; missing fields are ignored. */
export function isAsOrdered(vm: Vm, order: VmOrder): boolean {
  const { gpuType, gpuCount, storageGb, order: { node, rental } = {} } = vm;
  return (
    (!node || plain(node) === plain(order.node)) &&
    (!gpuType || orderedType(gpuType) === order.gpuType) &&
    (!gpuCount || gpuCount === order.gpuCount) &&
    (!storageGb || isSize(storageGb, order.storageGb)) &&
    (!rental || plain(rental) === plain(order.rental.type))
  );
}

/** The order in one line. @param draft of a valid order */
export function draftText({ node, gpuType, gpuCount, storageGb, ...draft }: OrderDraft): string {
  const months = draft.months === '' ? null : Number(draft.months);
  const what = `${gpuCount} × ${gpuType} on ${node}, ${storageGb} GB disk`;
  return `${what}, template ${draft.template}, ${rentalName(draft.rental, months)}`;
}

/** Price of an order's GPUs, $/h. Whether a disk costs extra is not documented. */
export interface OrderPrice {
  readonly perHour: number;
  /** Null: the price is for the whole machine. */
  readonly perGpu: number | null;
  readonly gpuCount: number;
  readonly months: number | null;
  readonly by: 'offer' | 'priceList';
}

/** The price by one list; null: not in it. */
function priceIn(order: VmOrder, offers: readonly Offer[]): Omit<OrderPrice, 'by'> | null {
  const { node, gpuType, gpuCount, rental } = order;
  const months = rental.type === 'reserved' ? rental.months : null;
  const matching = offers.filter(
    (offer) =>
      orderedType(offer.gpuType) === gpuType &&
      (offer.node === null || offer.node === node) &&
      (offer.pricePerGpu !== null || offer.gpuCount === gpuCount) &&
      // A price without a rental type counts for the default rental type, a price without months for each period.
      (offer.rentalType ?? 'on_demand') === rental.type &&
      (offer.months === null || offer.months === months),
  );
  // The closest: of the same node, the same period, the same number of GPUs.
  const closeness = ({ node: named, months: term, gpuCount: count }: Offer) =>
    (named === null ? 0 : 4) + (term === null ? 0 : 2) + (count === gpuCount ? 1 : 0);
  const best = Math.max(...matching.map(closeness));
  const [offer, ...others] = matching
    .filter((each) => closeness(each) === best)
    .map(({ pricePerHour, pricePerGpu }) => ({
      perHour: pricePerGpu === null ? pricePerHour : pricePerGpu * gpuCount,
      perGpu: pricePerGpu,
    }));
  if (offer === undefined || offer.perHour === null) return null;
  if (others.some(({ perHour }) => perHour !== offer.perHour)) return null;
  return { perHour: offer.perHour, perGpu: offer.perGpu, gpuCount, months };
}

/** By the offers, so that a launch costs what its offer says, else by the price list; null: unknown. */
export function orderPrice(
  order: VmOrder,
  lists: { readonly offers: readonly Offer[]; readonly prices: readonly Offer[] },
): OrderPrice | null {
  const offered = priceIn(order, lists.offers);
  if (offered !== null) return { ...offered, by: 'offer' };
  const listed = priceIn(order, lists.prices);
  return listed && { ...listed, by: 'priceList' };
}
