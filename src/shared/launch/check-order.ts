import { formatRate, printable } from '../format/index.ts';
import type { LaunchErrors } from './current-launch.ts';
import type { LaunchChoices, LaunchOrder } from './order.ts';

const MAX_NAME = 50;
const MAX_IMAGE = 300;
const MIN_PASSWORD = 12;

const isText = (text: string, max: number) =>
  text.length > 0 && text.length <= max && printable(text) === text;

const imagesText = (images: LaunchChoices['images']) =>
  `Choose ${images.map(({ id, name }) => `${id} (${name})`).join(', ')}.`;

/** Which fields of an order are wrong; none: it can be sent. A number that could not be read is NaN. */
export function orderErrors(
  { name, image, diskGb, login, bid, months }: LaunchOrder,
  choices: LaunchChoices,
  password: string | null,
): LaunchErrors {
  const { disk, minBid, images, hasOtherImages } = choices;
  const isListed = images.some(({ id }) => id === image);
  const isImage = image === null || isListed || (hasOtherImages && isText(image, MAX_IMAGE));
  const isDisk = disk === null || (Number.isSafeInteger(diskGb) && (diskGb ?? 0) >= disk.min);
  const isPassword = login.method !== 'password' || [...(password ?? '')].length >= MIN_PASSWORD;
  const isMonths =
    choices.months.length === 0 ? months === null : choices.months.includes(months ?? 0);
  return {
    ...(name !== null &&
      !isText(name, MAX_NAME) && { name: `Enter up to ${MAX_NAME} printable characters.` }),
    ...(!isImage && { image: hasOtherImages ? 'Enter the name of an image.' : imagesText(images) }),
    ...(!isDisk && { diskGb: `Enter a whole number of GB, at least ${disk.min}.` }),
    ...(minBid !== null &&
      !((bid ?? 0) >= minBid) && { bid: `Enter at least ${formatRate(minBid)}.` }),
    ...(!isMonths && { months: `Choose ${choices.months.join(', ')} months.` }),
    ...(!isPassword && { password: `Enter at least ${MIN_PASSWORD} characters.` }),
  };
}
