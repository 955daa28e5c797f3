import { accountKey, readLaunches, readNotes } from '../../core/launch/index.ts';
import { type Renting, readOffers, ServiceError } from '../../core/providers/index.ts';
import { preferencesOf } from '../../core/settings/index.ts';
import type { Ssh } from '../../core/ssh/index.ts';
import { type PresetOrder, TERMS_OF_WORDS } from '../../shared/launch/preset.ts';
import { presetFilter, presetLike, presetOffer } from '../../shared/launch/preset-of-order.ts';
import type { GpuOffer } from '../../shared/offers/gpu-offer.ts';
import { isOwnService } from '../../shared/providers/providers.ts';
import type { StatusSource } from '../accounts/sources.ts';
import type { CommandOf } from '../arguments.ts';
import { CommandError, EXIT, refuse } from '../errors.ts';
import * as messages from '../messages.ts';
import { problemLine } from '../problems.ts';
import { candidatesOf, findTypedVm } from '../ssh/find-vm.ts';
import { storedHosts } from '../ssh/host-files.ts';
import type { Context } from '../user.ts';

export type Renter = StatusSource & { readonly client: { readonly renting: Renting } };

export interface OfferRun extends Context {
  readonly command: CommandOf<'launch'>;
  /** The accounts that may be billed. */
  readonly sources: readonly StatusSource[];
  readonly ssh: Ssh;
}

/** The order that the options describe: an offer is to be found for it. */
export type Wanted = Omit<PresetOrder, 'provider'> & {
  readonly provider: PresetOrder['provider'] | null;
};

interface OfferAt {
  readonly source: Renter;
  readonly offer: GpuOffer;
}

export interface ChosenOffer extends OfferAt {
  readonly wanted: Wanted;
}

/** The order of the VM of `--like`, and its account. @throws CommandError, ServiceError */
async function findLike(typed: string, { sources, ssh, signal, settings }: OfferRun) {
  const hosts = await storedHosts(ssh);
  const lists = await Promise.all(
    sources.map(async (source) => {
      const { vms } = await source.client.listVms(signal);
      return candidatesOf(source, vms, hosts);
    }),
  );
  const { vm, account } = findTypedVm(typed, lists.flat());
  const { launched } = await readLaunches(settings.folder);
  const own = launched.find((each) => each.vmId === vm.id && each.account === accountKey(account));
  const preset = own?.order ?? { ...presetLike(vm, account.provider), maxPerHour: null };
  return { preset, sources: [account] };
}

function findPreset(name: string, { settings }: OfferRun): PresetOrder {
  const { presets } = preferencesOf(settings.current);
  const found = presets.find((preset) => preset.name === name);
  const names = presets.map((preset) => preset.name);
  return found?.order ?? refuse(messages.launch.noPreset(name, names));
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

const canRent = (source: StatusSource): source is Renter => source.client.renting !== undefined;

/** The accounts that can rent. @throws CommandError when there is none */
function rentersOf(sources: readonly StatusSource[], { provider }: Wanted): readonly Renter[] {
  const renters = sources.filter(canRent);
  const meant = renters.filter((source) => provider === null || source.provider === provider);
  if (meant.length === 0) throw new CommandError(EXIT.signedOut, messages.launch.noAccount);
  return meant;
}

/** The offer of an interrupted launch, which may be gone because its VM was created: the next launch looks for the VM first. */
async function pendingOffer(key: string, renters: readonly Renter[], folder: string) {
  for (const source of renters) {
    const notes = await readNotes(folder, accountKey(source));
    const note = notes.find(({ isCreated, order }) => !isCreated && order.offer.offer === key);
    if (note !== undefined) return { source, offer: note.order.offer };
  }
  return null;
}

/** Asks each account that may know the offer. @throws CommandError unless one does, ServiceError */
async function byKey(
  key: string,
  diskGb: number | null,
  renters: readonly Renter[],
  { signal, settings, clock }: OfferRun,
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
  { signal, warn, clock }: OfferRun,
): Promise<OfferAt> {
  const places = renters.map(({ provider, id, client }) => {
    return { provider, account: id, open: async () => client };
  });
  const { diskGb } = wanted;
  const wish = { ...presetFilter(wanted), ...(diskGb !== null && { diskGb }) };
  const { offers, problems, isAnswered } = await readOffers(places, wish, signal);
  for (const { problem } of problems)
    if (problem !== null) warn(problemLine(problem, { now: clock.now() }));
  const found = presetOffer(offers, wanted);
  const source = renters.find(({ id }) => id === found?.account);
  if (found === null || source === undefined)
    throw new CommandError(isAnswered ? EXIT.usage : EXIT.outOfDate, messages.launch.noMatch);
  return { source, offer: found };
}

/** The offer that the options mean, and the account to bill. @throws CommandError, ServiceError */
export async function chooseOffer(run: OfferRun): Promise<ChosenOffer> {
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
