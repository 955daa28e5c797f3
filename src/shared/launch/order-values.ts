import { typedAmount } from '../format/index.ts';
import type { GpuOffer } from '../offers/gpu-offer.ts';
import { firstLogin, type LoginOption } from './login-options.ts';
import type { LaunchChoices, LaunchOrder } from './order.ts';
import type { PresetOrder } from './preset-order.ts';

/** First values of the form, as typed. @param preset null: the defaults */
export function firstValues(
  offer: GpuOffer,
  choices: LaunchChoices,
  preset: PresetOrder | null,
  logins: readonly LoginOption[],
) {
  const { defaultImage, disk, minBid, months } = choices;
  const image = preset?.image ?? defaultImage ?? '';
  const isListed = [defaultImage ?? '', ...choices.images.map(({ id }) => id)].includes(image);
  // The disk of the price that was clicked.
  const diskGb = preset?.diskGb ?? offer.price.diskGb ?? disk?.usual ?? 0;
  return {
    name: '',
    /** Empty: the provider's default. */
    image: isListed || choices.hasOtherImages ? image : (defaultImage ?? ''),
    /** The image is typed. */
    isOtherImage: !isListed && choices.hasOtherImages,
    diskGb: disk === null ? '' : String(Math.max(diskGb, disk.min)),
    /** `LoginOption.value`. */
    login: firstLogin(logins, preset?.login ?? null)?.value ?? '',
    mayAddKey: false,
    /** Held in memory until it is sent. */
    password: '',
    bid: minBid === null ? '' : String(minBid),
    months: String(months.find((count) => count === preset?.months) ?? months[0] ?? ''),
    /** Empty: never. */
    stopLater: '',
  };
}

export type LaunchValues = Readonly<ReturnType<typeof firstValues>>;

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
