import { printable } from '../format/index.ts';
import { hasShape, isNumber, isTextUpTo, isWhole, orNull } from '../has-shape.ts';
import type { OfferTerms } from '../offers/gpu-offer.ts';
import { FIRST_PROVIDER, isProviderId, type ProviderId } from '../providers/providers.ts';

type PresetLogin =
  /** The public part of a key on this computer, as `LocalKey.file`; null: the first one. */
  | { readonly method: 'publicKey'; readonly file: string | null }
  | { readonly method: 'registered'; readonly id: string | null }
  | { readonly method: 'password' };

/** An order to repeat. It names no offer, since offers come and go. */
export interface PresetOrder {
  readonly provider: ProviderId;
  /** A word for the GPU, as in `OfferWish.gpus`. */
  readonly gpu: string;
  readonly gpuCount: number | null;
  /** As in `GpuOffer`; null: no matter which. */
  readonly where: string | null;
  readonly tier: string | null;
  readonly terms: OfferTerms | null;
  readonly months: number | null;
  readonly image: string | null;
  readonly diskGb: number | null;
  readonly login: PresetLogin;
  /** $/h of the machine; null: none. */
  readonly maxPerHour: number | null;
}

/** An order that the user saved under a name, without a password. */
export interface Preset {
  readonly name: string;
  readonly order: PresetOrder;
}

export const MAX_PRESETS = 50;

/** The name as it is saved; null: not one. */
export function presetName(typed: string): string | null {
  const name = typed.trim();
  return name.length > 0 && name.length <= 40 && printable(name) === name ? name : null;
}

type Check = (value: unknown) => boolean;

const isText = isTextUpTo(500);
const isCount = isWhole(1, 1_000_000);

const isLogin: Check = (value) =>
  hasShape(value, { method: (method) => method === 'password' }) ||
  hasShape(value, { method: (method) => method === 'publicKey', file: orNull(isText) }) ||
  hasShape(value, { method: (method) => method === 'registered', id: orNull(isText) });

/** By the words of the rental service and the command line. */
export const TERMS_OF_WORDS: ReadonlyMap<string, OfferTerms> = new Map([
  ['on_demand', 'onDemand'],
  ['interruptible', 'interruptible'],
  ['reserved', 'reserved'],
]);

export const isPresetOrder: Check = (value) =>
  hasShape<PresetOrder>(value, {
    provider: (id) => typeof id === 'string' && isProviderId(id),
    gpu: isTextUpTo(100, 0),
    gpuCount: orNull(isCount),
    where: orNull(isText),
    tier: orNull(isText),
    terms: orNull((terms) => [...TERMS_OF_WORDS.values()].some((each) => each === terms)),
    months: orNull(isCount),
    image: orNull(isText),
    diskGb: orNull(isCount),
    login: isLogin,
    maxPerHour: orNull(isNumber(0, 1_000_000)),
  });

export const isPreset: Check = (value) =>
  hasShape<Preset>(value, {
    name: (name) => typeof name === 'string' && presetName(name) === name,
    order: isPresetOrder,
  });

/** An order of the rental service in the form of earlier versions; null: not one. */
export function orderOfDraft(draft: unknown): PresetOrder | null {
  if (typeof draft !== 'object' || draft === null) return null;
  const text = (key: string) => {
    const value: unknown = Reflect.get(draft, key);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const count = (key: string) => Number(text(key)) || null;
  const order: PresetOrder = {
    provider: FIRST_PROVIDER,
    gpu: text('gpuType') ?? '',
    gpuCount: count('gpuCount'),
    where: text('node'),
    tier: null,
    terms: TERMS_OF_WORDS.get(text('rental') ?? '') ?? null,
    months: count('months'),
    image: text('template'),
    diskGb: count('storageGb'),
    login:
      text('login') === 'password'
        ? { method: 'password' }
        : { method: 'registered', id: text('sshKeyId') },
    maxPerHour: null,
  };
  return isPresetOrder(order) ? order : null;
}

/** Presets and the last order of earlier versions, in the present form. */
export function fromDrafts(stored: Readonly<Record<string, unknown>>) {
  const { launchPresets, lastOrder } = stored;
  const presets = (Array.isArray(launchPresets) ? launchPresets : []).flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return [];
    const order = orderOfDraft(Reflect.get(each, 'draft'));
    return order === null ? [] : [{ name: Reflect.get(each, 'name') as unknown, order }];
  });
  return { presets, lastLaunch: orderOfDraft(lastOrder) };
}
