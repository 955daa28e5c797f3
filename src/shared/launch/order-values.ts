import { typedAmount } from '../format/index.ts';
import type { GpuOffer } from '../offers/gpu-offer.ts';
import { firstLogin, type LoginOption } from './login-options.ts';
import type { LaunchChoices, LaunchOrder } from './order.ts';
import type { PresetOrder } from './preset.ts';

/** Values of the form, as typed. */
export interface LaunchValues {
  readonly name: string;
  /** Empty: the provider's default. */
  readonly image: string;
  /** The image is typed. */
  readonly isOtherImage: boolean;
  readonly diskGb: string;
  /** `LoginOption.value`. */
  readonly login: string;
  readonly mayAddKey: boolean;
  /** Held in memory until it is sent. */
  readonly password: string;
  readonly bid: string;
  readonly months: string;
  /** Empty: never. */
  readonly stopLater: string;
}

/** @param preset what the form holds first; null: the defaults */
export function firstValues(
  offer: GpuOffer,
  choices: LaunchChoices,
  preset: PresetOrder | null,
  logins: readonly LoginOption[],
): LaunchValues {
  const { defaultImage, disk, minBid, months } = choices;
  const image = preset?.image ?? defaultImage ?? '';
  const isListed = [defaultImage ?? '', ...choices.images.map(({ id }) => id)].includes(image);
  // The disk of the price that was clicked.
  const diskGb = preset?.diskGb ?? offer.price.diskGb ?? disk?.usual ?? 0;
  return {
    name: '',
    image: isListed || choices.hasOtherImages ? image : (defaultImage ?? ''),
    isOtherImage: !isListed && choices.hasOtherImages,
    diskGb: disk === null ? '' : String(Math.max(diskGb, disk.min)),
    login: firstLogin(logins, preset?.login ?? null)?.value ?? '',
    mayAddKey: false,
    password: '',
    bid: minBid === null ? '' : String(minBid),
    months: String(months.find((count) => count === preset?.months) ?? months[0] ?? ''),
    stopLater: '',
  };
}

/** @param login undefined: there is no way to log in */
export function orderOf(
  offer: GpuOffer,
  values: LaunchValues,
  { disk, minBid, months }: LaunchChoices,
  login: LoginOption | undefined,
): LaunchOrder {
  return {
    offer,
    name: values.name.trim() || null,
    image: values.isOtherImage ? values.image.trim() : values.image || null,
    diskGb: disk === null ? null : (typedAmount(values.diskGb) ?? Number.NaN),
    login: login?.login ?? { method: 'registered', id: null },
    bid: minBid === null ? null : (typedAmount(values.bid) ?? Number.NaN),
    months: months.length === 0 ? null : Number(values.months),
  };
}
