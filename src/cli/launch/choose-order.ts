import { readLocalKey, readLocalKeys, sshLoginsOf, systemSshPlaces } from '../../core/ssh/index.ts';
import { orderErrors } from '../../shared/launch/check-order.ts';
import {
  keyMaterial,
  type LaunchField,
  type LocalKey,
} from '../../shared/launch/current-launch.ts';
import { keyText } from '../../shared/launch/launch-texts.ts';
import type { LaunchChoices, LaunchLogin, LaunchOrder } from '../../shared/launch/order.ts';
import { CommandError, EXIT } from '../errors.ts';
import * as messages from '../messages.ts';
import { confirmTyped } from '../read-line.ts';
import type { ChosenOffer, OfferRun } from './choose-offer.ts';

/** A login, and how it is shown. */
interface ChosenLogin {
  readonly login: LaunchLogin;
  readonly text: string;
  readonly mayAddKey: boolean;
}

export interface ChosenOrder extends ChosenLogin {
  readonly order: LaunchOrder;
  readonly choices: LaunchChoices;
}

const fail = (message: string): never => {
  throw new CommandError(EXIT.usage, message);
};

/** The user's public keys, or the one that is named. @throws CommandError when it is none */
async function localKeys(file: string | null, { settings, ssh }: OfferRun) {
  const places = ssh?.places ?? systemSshPlaces(settings.folder);
  if (file !== null) {
    const named = await readLocalKey(file, places).catch(() => null);
    return [named ?? fail(messages.launch.notKey(file))];
  }
  const { all, accounts, vms } = sshLoginsOf(settings.current);
  const logins = [all, ...Object.values(accounts), ...Object.values(vms)];
  const files = logins.flatMap(({ identityFile }) => identityFile ?? []);
  return readLocalKeys(files, places);
}

const sent = (key: LocalKey, mayAddKey: boolean): ChosenLogin => ({
  login: { method: 'publicKey', publicKey: key.publicKey },
  text: mayAddKey ? messages.launch.addedKey(keyText(key)) : keyText(key),
  mayAddKey,
});

/** A key that the account has, or gets after a question. @throws CommandError */
async function registeredKey(
  { renting, wanted }: ChosenOffer,
  keys: NonNullable<LaunchChoices['keys']>,
  run: OfferRun,
): Promise<ChosenLogin> {
  const { login } = wanted;
  const file = login.method === 'publicKey' ? login.file : null;
  const wantedId = login.method === 'registered' ? login.id : null;
  const named = (id: string | null, text: string): ChosenLogin => ({
    ...{ login: { method: 'registered', id }, text, mayAddKey: false },
  });
  if (wantedId !== null) {
    const known = keys.find(({ id, name }) => id === wantedId || name === wantedId);
    return named(known?.id ?? wantedId, known?.name ?? wantedId);
  }
  const local = await localKeys(file, run);
  const materialOf = (publicKey: string | null) => publicKey && keyMaterial(publicKey);
  for (const key of local) {
    const known = keys.find(({ publicKey }) => materialOf(publicKey) === key.publicKey);
    if (known !== undefined) return named(known.id, `${known.name} · ${keyText(key)}`);
  }
  if (renting.addSshKey === undefined) {
    if (file !== null) return fail(messages.launch.notChosen('ssh-key'));
    return named(null, messages.launch.accountKey);
  }
  const [own] = local;
  if (own === undefined) return fail(messages.launch.noKey);
  const { order, isConfirmed } = run.command;
  const question = messages.launch.addKey(keyText(own));
  const mayAdd = order.mayAddKey || (!isConfirmed && (await confirmTyped(question, 'yes', run)));
  return mayAdd ? sent(own, true) : fail(messages.launch.unregistered(keyText(own)));
}

async function loginOf(
  chosen: ChosenOffer,
  { keys, hasPassword }: LaunchChoices,
  run: OfferRun,
): Promise<ChosenLogin> {
  const { login } = chosen.wanted;
  if (login.method === 'password') {
    if (!hasPassword) return fail(messages.launch.notChosen('password-stdin'));
    if (!run.command.hasPassword) return fail(messages.usage.missingPassword);
    return { login, text: messages.launch.password, mayAddKey: false };
  }
  if (keys !== null) return registeredKey(chosen, keys, run);
  const file = login.method === 'publicKey' ? login.file : null;
  const [key] = await localKeys(file, run);
  return sent(key ?? fail(messages.launch.noKey), false);
}

const OPTION: Readonly<Record<LaunchField, string>> = {
  ...{ offer: 'offer', name: 'name', image: 'image', diskGb: 'disk-gb', login: 'ssh-key' },
  ...{ bid: 'bid', months: 'months', password: 'password-stdin' },
};

export const fieldLines = (errors: Readonly<Partial<Record<LaunchField, string>>>): string =>
  Object.entries(errors)
    .map(([field, message]) => messages.launch.field(OPTION[field as LaunchField], message))
    .join('\n');

/** Options for what cannot be chosen for the offer. @throws CommandError */
function refuseUnused({ order }: OfferRun['command'], choices: LaunchChoices): void {
  const unused = [
    order.name !== null && !choices.hasName && 'name',
    order.diskGb !== null && choices.disk === null && 'disk-gb',
    order.image !== null && choices.images.length === 0 && !choices.hasOtherImages && 'image',
    order.bid !== null && choices.minBid === null && 'bid',
  ].find((option) => option !== false);
  if (unused !== undefined) fail(messages.launch.notChosen(unused));
}

/** The order as it is sent, of the options and what can be chosen for the offer. @throws CommandError, ServiceError */
export async function chooseOrder(
  chosen: ChosenOffer,
  password: string | null,
  run: OfferRun,
): Promise<ChosenOrder> {
  const { renting, wanted } = chosen;
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
  const login = await loginOf(chosen, choices, run);
  const order: LaunchOrder = {
    offer: offer ?? fail(messages.launch.gone),
    name: given.name,
    image: hasImages ? (wanted.image ?? defaultImage) : null,
    diskGb,
    login: login.login,
    bid: minBid === null ? null : (given.bid ?? minBid),
    months: months.length === 1 ? (months[0] ?? null) : wanted.months,
  };
  const errors = orderErrors(order, choices, password);
  if (Object.keys(errors).length > 0) fail(fieldLines(errors));
  return { ...login, order, choices };
}
