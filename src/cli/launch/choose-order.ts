import { readLocalKey, readLocalKeys } from '../../core/ssh/index.ts';
import { orderErrors } from '../../shared/launch/check-order.ts';
import type { LaunchErrors } from '../../shared/launch/current-launch.ts';
import { type LoginOption, loginOptions } from '../../shared/launch/login-options.ts';
import type { LaunchChoices, LaunchOrder } from '../../shared/launch/order.ts';
import { refuse } from '../errors.ts';
import * as messages from '../messages.ts';
import { confirmTyped } from '../read-line.ts';
import type { ChosenOffer, OfferRun } from './choose-offer.ts';

export interface ChosenOrder {
  readonly order: LaunchOrder;
  readonly choices: LaunchChoices;
  /** The login in words. */
  readonly text: string;
  readonly mayAddKey: boolean;
}

/** The user's public keys, or the named key. @throws CommandError when the file has none */
async function localKeys(file: string | null, { settings, ssh: { places } }: OfferRun) {
  if (file !== null) {
    const named = await readLocalKey(file, places).catch(() => null);
    return [named ?? refuse(messages.launch.notKey(file))];
  }
  return readLocalKeys(settings.current, places);
}

/** The wanted login, else a login that surely works. @throws CommandError where there is none */
async function chooseLogin(
  { source, wanted: { login } }: ChosenOffer,
  choices: LaunchChoices,
  run: OfferRun,
): Promise<LoginOption> {
  const { renting } = source.client;
  const file = login.method === 'publicKey' ? login.file : null;
  const local = await localKeys(file, run);
  const options = loginOptions(choices, local, renting.addSshKey !== undefined);
  if (login.method === 'password') {
    if (!run.command.hasPassword) refuse(messages.usage.missingPassword);
    const found = options.find((option) => option.login.method === 'password');
    return found ?? refuse(messages.launch.notChosen('password-stdin'));
  }
  if (login.method === 'registered' && login.id !== null) {
    const known = choices.keys?.find(({ id, name }) => id === login.id || name === login.id);
    const key = options.find(({ value }) => value === `id ${known?.id}`);
    if (key) return key;
    // Other services may not list their keys.
    if (choices.keys === null || renting.addSshKey) refuse(messages.launch.unknownKey(login.id));
    return { value: '', label: login.id, detail: '', file: null, login, isAdded: false };
  }
  const first = options.find((option) =>
    file === null
      ? option.value === 'usual' || option.file !== null
      : option.file === local[0]?.file,
  );
  if (first === undefined && file !== null) refuse(messages.launch.notChosen('ssh-key'));
  return first ?? refuse(messages.launch.noKey);
}

/** Asks before a key is added to the account. @throws CommandError when it may not */
async function requireAdding({ isAdded, detail }: LoginOption, run: OfferRun): Promise<void> {
  const { order, isConfirmed } = run.command;
  if (!isAdded || order.mayAddKey) return;
  const isAgreed = !isConfirmed && (await confirmTyped(messages.launch.addKey(detail), 'yes', run));
  if (!isAgreed) refuse(messages.launch.unregistered(detail));
}

/** Options that are not named as their field. */
const OPTIONS: Readonly<Record<string, string>> = {
  diskGb: 'disk-gb',
  login: 'ssh-key',
  password: 'password-stdin',
};

export const fieldLines = (errors: LaunchErrors): string =>
  Object.entries(errors)
    .map(([field, message]) => messages.launch.field(OPTIONS[field] ?? field, message))
    .join('\n');

/** Options for what cannot be chosen for the offer. @throws CommandError */
function refuseUnused({ order }: OfferRun['command'], choices: LaunchChoices): void {
  const unused = [
    order.name !== null && !choices.hasName && 'name',
    order.diskGb !== null && choices.disk === null && 'disk-gb',
    order.image !== null && choices.images.length === 0 && !choices.hasOtherImages && 'image',
    order.bid !== null && choices.minBid === null && 'bid',
  ].find((option) => option !== false);
  if (unused !== undefined) refuse(messages.launch.notChosen(unused));
}

/** The order as it is sent, of the options and what can be chosen for the offer. @throws CommandError, ServiceError */
export async function chooseOrder(
  chosen: ChosenOffer,
  password: string | null,
  run: OfferRun,
): Promise<ChosenOrder> {
  const { source, wanted } = chosen;
  const { renting } = source.client;
  const { order: given } = run.command;
  const choices = await renting.choices(chosen.offer, run.signal);
  const { disk, months, minBid, images, hasOtherImages, defaultImage } = choices;
  refuseUnused(run.command, choices);
  const diskGb = disk && (wanted.diskGb ?? disk.usual);
  const isPriced = diskGb === null || chosen.offer.price.diskGb === diskGb;
  const offer = isPriced
    ? chosen.offer
    : await renting.quote(chosen.offer.offer, diskGb, run.signal);
  const hasImages = images.length > 0 || hasOtherImages;
  const login = await chooseLogin(chosen, choices, run);
  await requireAdding(login, run);
  const order: LaunchOrder = {
    offer: offer ?? refuse(messages.launch.gone),
    name: given.name,
    image: hasImages ? (wanted.image ?? defaultImage) : null,
    diskGb,
    login: login.login,
    bid: minBid === null ? null : (given.bid ?? minBid),
    months: months.length === 1 ? (months[0] ?? null) : wanted.months,
  };
  const errors = orderErrors(order, choices, password);
  if (Object.keys(errors).length > 0) refuse(fieldLines(errors));
  // The detail of a key of the user's own has its label.
  const label = login.login.method === 'publicKey' ? '' : login.label;
  const key = [label, login.detail].filter(Boolean).join(' · ');
  const text = login.isAdded ? messages.launch.addedKey(key) : key;
  return { order, choices, text, mayAddKey: login.isAdded };
}
