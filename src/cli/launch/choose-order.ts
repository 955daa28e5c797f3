import { accountKey, readLaunches, readNotes } from '../../core/launch/index.ts';
import { type Renting, readOffers, ServiceError } from '../../core/providers/index.ts';
import type { Secret } from '../../core/secret.ts';
import { preferencesOf } from '../../core/settings/index.ts';
import { readLocalKey, readLocalKeys, type Ssh } from '../../core/ssh/index.ts';
import { formatRate, joined } from '../../shared/format/index.ts';
import { orderErrors } from '../../shared/launch/check-order.ts';
import type { LaunchErrors } from '../../shared/launch/current-launch.ts';
import { confirmedRate } from '../../shared/launch/launch-rate.ts';
import { type LoginOption, loginOptions } from '../../shared/launch/login-options.ts';
import type { LaunchChoices, LaunchOrder } from '../../shared/launch/order.ts';
import { TERMS_OF_WORDS } from '../../shared/launch/preset.ts';
import {
  presetFilter,
  presetLike,
  presetOffer,
  presetOrderOf,
  type Wanted,
} from '../../shared/launch/preset-of-order.ts';
import type { PresetOrder } from '../../shared/launch/preset-order.ts';
import type { GpuOffer } from '../../shared/offers/gpu-offer.ts';
import { isOwnService } from '../../shared/providers/providers.ts';
import type { SourcesRun, StatusSource } from '../accounts/sources.ts';
import { CommandError, EXIT, refuse } from '../errors.ts';
import * as messages from '../messages.ts';
import { problemLine } from '../problems.ts';
import { confirmTyped } from '../read-line.ts';
import { candidatesOf, findTypedVm } from '../ssh/find-vm.ts';
import { storedHosts } from '../ssh/host-files.ts';
import type { CommandOf } from '../user.ts';

type Renter = StatusSource & { readonly client: { readonly renting: Renting } };

/** `sources`: the accounts that may be billed. */
export interface LaunchRun extends SourcesRun<'launch'> {
  readonly ssh: Ssh;
  readonly password: Secret | null;
}

/** An order that the user confirms, at the account that pays. `text`: the login in words; `perHour`: $/h of the machine, null: unknown. */
export type Order = Readonly<Awaited<ReturnType<typeof chooseOrder>>>;

interface OfferAt {
  readonly source: Renter;
  readonly offer: GpuOffer;
}

/** The order of the VM of `--like`, and its account. @throws CommandError, ServiceError */
async function findLike(typed: string, { sources, ssh, signal, settings }: LaunchRun) {
  const hosts = await storedHosts(ssh);
  const lists = await Promise.all(
    sources.map(async (source) => {
      const { vms } = await source.client.listVms(signal);
      return candidatesOf(source, vms, hosts);
    }),
  );
  const { vm, account } = findTypedVm(typed, lists.flat());
  const key = accountKey(account);
  const own = (await readLaunches(settings.folder)).find(
    (note) => note.phase !== 'sent' && note.vmId === vm.id && note.account === key,
  );
  const preset = own
    ? presetOrderOf(own.order, null, own.confirmedPerHour)
    : { ...presetLike(vm, account.provider), maxPerHour: null };
  return { preset, sources: [account] };
}

function findPreset(typed: string, { settings }: LaunchRun): PresetOrder {
  const { presets } = preferencesOf(settings.current);
  const found = presets.find(({ name }) => name === typed);
  const names = presets.map(({ name }) => name);
  return found?.order ?? refuse(messages.launch.noPreset(typed, names));
}

function loginOf({ order, hasPassword }: CommandOf<'launch'>): Wanted['login'] | null {
  if (hasPassword) return { method: 'password' };
  if (order.sshKey !== null) return { method: 'publicKey', file: order.sshKey };
  return order.sshKeyId === null ? null : { method: 'registered', id: order.sshKeyId };
}

/** The options, each in place of the preset's value. Another GPU is another machine. */
function wantedOf(preset: PresetOrder | null, command: CommandOf<'launch'>): Wanted {
  const { order, provider } = command;
  const terms = order.terms ?? (order.bid === null ? preset?.terms : 'interruptible') ?? 'onDemand';
  const machine = order.gpu === null ? preset : null;
  return {
    provider: provider ?? preset?.provider ?? null,
    gpu: order.gpu ?? preset?.gpu ?? '',
    gpuCount: order.gpuCount ?? preset?.gpuCount ?? null,
    where: order.node ?? machine?.where ?? null,
    tier: machine?.tier ?? null,
    terms,
    months: order.months ?? (terms === 'reserved' ? (preset?.months ?? null) : null),
    image: order.image ?? preset?.image ?? null,
    diskGb: order.diskGb ?? preset?.diskGb ?? null,
    maxPerHour: order.maxPrice ?? preset?.maxPerHour ?? null,
    login: loginOf(command) ?? preset?.login ?? { method: 'registered', id: null },
  };
}

/** The accounts that can rent. @throws CommandError when there is none */
function rentersOf(sources: readonly StatusSource[], { provider }: Wanted): readonly Renter[] {
  const renters = sources.filter((source): source is Renter => source.client.renting !== undefined);
  const meant = renters.filter((source) => provider === null || source.provider === provider);
  if (meant.length === 0) throw new CommandError(EXIT.signedOut, messages.launch.noAccount);
  return meant;
}

/** The offer of an interrupted launch, which may be gone because its VM was created: the next launch looks for the VM first. */
async function pendingOffer(key: string, renters: readonly Renter[], folder: string) {
  for (const source of renters) {
    const notes = await readNotes(folder, accountKey(source));
    const note = notes.find(({ phase, order }) => phase === 'sent' && order.offer.offer === key);
    if (note !== undefined) return { source, offer: note.order.offer };
  }
  return null;
}

/** Asks each account that may know the offer. @throws CommandError unless one does, ServiceError */
async function byKey(
  key: string,
  diskGb: number | null,
  renters: readonly Renter[],
  { signal, settings, clock }: LaunchRun,
): Promise<OfferAt> {
  const errors: unknown[] = [];
  const quotes = renters.map(async (source) => {
    const quote = source.client.renting.quote(key, diskGb, signal);
    const offer = await quote.catch((error: unknown) => void errors.push(error));
    return offer ? [{ source, offer }] : [];
  });
  const quoted = (await Promise.all(quotes)).flat();
  // A service of the user's own may have any machine, at a price that it does not share.
  const priced = quoted.filter(({ offer }) => offer.price.perHour !== null);
  const [found, ...others] = priced.length > 0 ? priced : quoted;
  if (found === undefined) {
    const [error] = errors;
    if (error instanceof ServiceError && error.problem.kind === 'invalid')
      return refuse(problemLine(error.problem, { at: 'launch', now: clock.now() }));
    if (error !== undefined) throw error;
    return (await pendingOffer(key, renters, settings.folder)) ?? refuse(messages.launch.gone);
  }
  if (others.length === 0) return found;
  return refuse(messages.launch.whichAccount(quoted.map(({ source }) => source.name)));
}

/** A node of a service of the user's own is ordered by name, also where no list of offers has it. Null: another order. */
function keyOfNode({ where, gpu, gpuCount, terms, months }: Wanted, renters: readonly Renter[]) {
  if (where === null || gpu === '' || !renters.every(isOwnService)) return null;
  const period = terms === 'reserved' && months !== null ? [months] : [];
  const [word] = [...TERMS_OF_WORDS].find(([, of]) => of === (terms ?? 'onDemand')) ?? [];
  return [where, gpu, gpuCount ?? 1, word ?? '', ...period]
    .map((part) => encodeURIComponent(String(part)))
    .join('/');
}

/** The cheapest machine that matches, of all accounts. @throws CommandError */
async function cheapest(
  wanted: Wanted,
  renters: readonly Renter[],
  { signal, warn, clock }: LaunchRun,
): Promise<OfferAt> {
  const places = renters.map(({ provider, id, client }) => {
    return { provider, account: id, open: async () => client };
  });
  const { diskGb } = wanted;
  // Every GPU would match.
  if (wanted.gpu.trim() === '') refuse(messages.launch.noGpu);
  const wish = { ...presetFilter(wanted), ...(diskGb !== null && { diskGb }) };
  const { offers, problems, isAnswered } = await readOffers(places, wish, signal);
  for (const { problem } of problems) warn(problemLine(problem, { now: clock.now() }));
  const found = presetOffer(offers, wanted);
  const source = renters.find(({ id }) => id === found?.account);
  if (found === null || source === undefined)
    throw new CommandError(isAnswered ? EXIT.usage : EXIT.outOfDate, messages.launch.noMatch);
  return { source, offer: found };
}

/** The offer that the options mean, and the account to bill. @throws CommandError, ServiceError */
async function chooseOffer(run: LaunchRun): Promise<OfferAt & { readonly wanted: Wanted }> {
  const { order, like, preset: name } = run.command;
  const named = { preset: name === null ? null : findPreset(name, run), sources: run.sources };
  const { preset, sources } = like === null ? named : await findLike(like, run);
  const wanted = wantedOf(preset, run.command);
  const renters = rentersOf(sources, wanted);
  const key = order.offer ?? keyOfNode(wanted, renters);
  const found =
    key === null
      ? await cheapest(wanted, renters, run)
      : await byKey(key, wanted.diskGb, renters, run);
  return { ...found, wanted };
}

/** The wanted login, else a login that surely works. @throws CommandError where there is none */
async function chooseLogin(
  login: Wanted['login'],
  renting: Renting,
  choices: LaunchChoices,
  run: LaunchRun,
): Promise<LoginOption> {
  const file = login.method === 'publicKey' ? login.file : null;
  const { places } = run.ssh;
  const named = file && (await readLocalKey(file, places).catch(() => null));
  const local =
    file === null
      ? await readLocalKeys(run.settings.current, places)
      : [named || refuse(messages.launch.notKey(file))];
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
async function requireAdding({ isAdded, detail }: LoginOption, run: LaunchRun): Promise<void> {
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
function refuseUnused({ order }: LaunchRun['command'], choices: LaunchChoices): void {
  const unused = [
    order.name !== null && !choices.hasName && 'name',
    order.diskGb !== null && choices.disk === null && 'disk-gb',
    order.image !== null && choices.images.length === 0 && !choices.hasOtherImages && 'image',
    order.bid !== null && choices.minBid === null && 'bid',
  ].find((option) => option !== false);
  if (unused !== undefined) refuse(messages.launch.notChosen(unused));
}

/** @throws CommandError above `--max-price` */
function requirePrice(perHour: number | null, maxPerHour: number | null): void {
  const { noPrice, tooDear } = messages.launch;
  if (maxPerHour === null || (perHour !== null && perHour <= maxPerHour)) return;
  refuse(perHour === null ? noPrice : tooDear(formatRate(perHour), formatRate(maxPerHour)));
}

/** The order that the options describe, within their bound, as it is sent. @throws CommandError, ServiceError */
export async function chooseOrder(run: LaunchRun) {
  const { command, password, signal } = run;
  const { source, wanted, offer: chosen } = await chooseOffer(run);
  const { renting } = source.client;
  const choices = await renting.choices(chosen, signal);
  const { disk, months, minBid, images, hasOtherImages, defaultImage } = choices;
  refuseUnused(command, choices);
  const diskGb = disk && (wanted.diskGb ?? disk.usual);
  const isPriced = diskGb === null || chosen.price.diskGb === diskGb;
  const priced = isPriced ? chosen : await renting.quote(chosen.offer, diskGb, signal);
  const offer = priced ?? refuse(messages.launch.gone);
  const hasImages = images.length > 0 || hasOtherImages;
  const login = await chooseLogin(wanted.login, renting, choices, run);
  await requireAdding(login, run);
  const bid = minBid === null ? null : (command.order.bid ?? minBid);
  const order: LaunchOrder = {
    offer,
    name: command.order.name,
    image: hasImages ? (wanted.image ?? defaultImage) : null,
    diskGb,
    login: login.login,
    bid,
    months: months.length === 1 ? (months[0] ?? null) : wanted.months,
  };
  const errors = orderErrors(order, choices, password?.reveal() ?? null);
  if (Object.keys(errors).length > 0) refuse(fieldLines(errors));
  const perHour = confirmedRate(offer, bid);
  requirePrice(perHour, wanted.maxPerHour);
  // The detail of a key of the user's own has its label.
  const label = login.login.method === 'publicKey' ? '' : login.label;
  const key = joined([label, login.detail]);
  const text = login.isAdded ? messages.launch.addedKey(key) : key;
  return { source, order, choices, text, mayAddKey: login.isAdded, perHour };
}
