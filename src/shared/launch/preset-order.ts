import { z } from 'zod';
import { gpuOffer } from '../offers/gpu-offer.ts';
import { FIRST_PROVIDER } from '../providers/providers.ts';
import { presetName, TERMS_OF_WORDS } from './preset.ts';

// Built when they are used first, as in the settings.

/** An order to repeat. It names no offer, since offers come and go. */
export const presetOrder = z.lazy(() => {
  const text = z.string().min(1).max(500).nullable();
  const count = z.int().min(1).max(1_000_000).nullable();
  return z.strictObject({
    provider: gpuOffer.unwrap().shape.provider,
    /** A word for the GPU, as in `OfferWish.gpus`. */
    gpu: z.string().max(100),
    gpuCount: count,
    /** As in `GpuOffer`; null: no matter which. */
    where: text,
    tier: text,
    terms: gpuOffer.unwrap().shape.terms,
    months: count,
    image: text,
    diskGb: count,
    login: z.discriminatedUnion('method', [
      /** The public part of a key on this computer, as `LocalKey.file`; null: the first one. */
      z.strictObject({ method: z.literal('publicKey'), file: text }),
      z.strictObject({ method: z.literal('registered'), id: text }),
      z.strictObject({ method: z.literal('password') }),
    ]),
    /** $/h of the machine; null: none. */
    maxPerHour: z.number().min(0).max(1_000_000).nullable(),
  });
});

export type PresetOrder = Readonly<z.infer<typeof presetOrder>>;

/** An order that the user saved under a name, without a password. */
export const preset = z.lazy(() => {
  const name = z.string().refine((typed) => presetName(typed) === typed);
  return z.strictObject({ name, order: presetOrder });
});

/** An order of the rental service in the form of earlier versions; null: not one. */
function orderOfDraft(draft: unknown): PresetOrder | null {
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
  return presetOrder.safeParse(order).data ?? null;
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
