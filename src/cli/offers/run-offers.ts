import type { Account } from '../../core/accounts/index.ts';
import {
  type AccountClient,
  type BaseUrl,
  openPublicClient,
  parseBaseUrl,
} from '../../core/providers/index.ts';
import { ProblemError } from '../../core/user-error.ts';
import { formatAmount } from '../../shared/format/index.ts';
import { perGpuHour } from '../../shared/offers/gpu-offer.ts';
import {
  type FoundOffer,
  firstOfEach,
  foundOffers,
  kindsOf,
  offeredGpu,
} from '../../shared/offers/offer-list.ts';
import { PROVIDER_IDS, PROVIDERS, type ProviderId } from '../../shared/providers/providers.ts';
import type { StatusSource } from '../accounts/sources.ts';
import type { CommandOf } from '../arguments.ts';
import { fitColumns } from '../columns.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import * as messages from '../messages.ts';
import { painter, terminalJson } from '../output.ts';
import { problemLine } from '../problems.ts';
import type { Context } from '../user.ts';

interface OffersRun extends Context {
  readonly command: CommandOf<'prices' | 'offers'>;
  /** Those of `accountsToRead`. */
  readonly sources: readonly StatusSource[];
}

/** One list of offers. */
interface Source {
  readonly provider: ProviderId;
  readonly account: string | null;
  readonly open: () => Promise<AccountClient>;
}

/** A problem of one source, as JSON has it. */
interface OfferProblem extends Omit<Source, 'open'> {
  readonly message: string;
}

interface Reading {
  readonly offers: readonly FoundOffer[];
  readonly isComplete: boolean;
  readonly problem: OfferProblem | null;
  readonly isAnswer: boolean;
}

const isWanted = ({ providers }: OffersRun['command'], provider: ProviderId) =>
  providers.length === 0 || providers.includes(provider);

/** The accounts to read. A public list is the same for all accounts at its address, and is read for the first one. */
export function accountsToRead(
  command: OffersRun['command'],
  stored: readonly Account[],
): readonly Account[] {
  const isFirst = ({ provider, baseUrl }: Account, index: number) =>
    stored.findIndex((other) => other.provider === provider && other.baseUrl === baseUrl) === index;
  return stored.filter(
    (account, index) =>
      isWanted(command, account.provider) &&
      (!PROVIDERS[account.provider].publicOffers || isFirst(account, index)),
  );
}

function sourcesOf({ command, network, sources }: OffersRun): readonly Source[] {
  const openPublic = (provider: ProviderId, base: BaseUrl): Source => ({
    ...{ provider, account: null },
    open: () => openPublicClient(provider, base, network),
  });
  const { given } = command;
  if (given !== null) return [openPublic(given.provider, given.base)];
  const places = PROVIDER_IDS.flatMap((id) => {
    const { address, publicOffers } = PROVIDERS[id];
    const isOpen = publicOffers && isWanted(command, id) && address !== null;
    if (!isOpen || sources.some(({ provider }) => provider === id)) return [];
    const base = parseBaseUrl(address);
    return base.ok ? [openPublic(id, base.url)] : [];
  });
  const ofAccounts = sources.map(({ provider, name, client }) => ({
    ...{ provider, account: name },
    open: async () => client,
  }));
  return [...ofAccounts, ...places];
}

async function readSource({ open, ...place }: Source, run: OffersRun): Promise<Reading> {
  const { command, signal, clock } = run;
  const because = (message: string) => ({ ...place, message });
  const none = { offers: [], isComplete: true, isAnswer: false };
  try {
    const client = await open();
    if (client.offers === undefined) {
      const { name } = PROVIDERS[place.provider];
      return { ...none, problem: because(messages.offers.unsupported(name)) };
    }
    const { offers, skipped, isComplete } = await client.offers(command.search, signal);
    return {
      offers: offers.map((offer) => ({ ...offer, account: place.account })),
      isComplete,
      problem: skipped === 0 ? null : because(messages.offers.skipped(skipped)),
      isAnswer: true,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProblemError)) throw error;
    return { ...none, problem: because(problemLine(error.problem, { now: clock.now() })) };
  }
}

/** Providers that were asked for and cannot be read. */
function unread({ command: { providers } }: OffersRun, sources: readonly Source[]) {
  const missing = providers.filter((id) => sources.every(({ provider }) => provider !== id));
  return [...new Set(missing)].map((provider) => ({
    ...{ provider, account: null },
    message: messages.offers.signIn(PROVIDERS[provider].name),
  }));
}

function offerJson({ price, ...offer }: FoundOffer) {
  const { provider, account, gpu, gpuText, gpuCount, vramGb, where, tier, terms, stock } = offer;
  return {
    ...{ provider, account, offer: offer.offer, gpu, gpuText, gpuCount, vramGb },
    ...{ where, tier, terms, stock, perHour: price.perHour },
    perGpuHour: perGpuHour({ price, gpuCount }),
    diskGb: price.diskGb,
    endsAt: offer.endsAt === null ? null : new Date(offer.endsAt).toISOString(),
    extra: price.extra,
  };
}

const { none } = messages.status;

function cellsOf({ first, more }: ReturnType<typeof kindsOf<FoundOffer>>[number]) {
  const { provider, account, gpuCount, tier, terms, stock, price } = first;
  const places = new Set([first, ...more].flatMap(({ where }) => where ?? []));
  const [next] = more;
  return {
    gpu: offeredGpu(first) || none,
    count: gpuCount === null ? none : String(gpuCount),
    perGpu: formatAmount(perGpuHour(first)),
    perHour: formatAmount(price.perHour),
    cloud: [account ?? PROVIDERS[provider].name, tier].filter(Boolean).join(' '),
    terms: terms === null ? none : messages.offers.terms[terms],
    where: [...places].join(' · ') || none,
    stock: stock === null ? none : String(stock),
    more:
      next === undefined ? none : messages.offers.more(more.length, formatAmount(perGpuHour(next))),
    extra: price.extra.join(', ') || none,
  };
}

/** A column without a value is left out, and in a narrow terminal the last ones. */
const LAYOUT = [
  ...(['gpu', 'count', 'perGpu', 'perHour', 'cloud'] as const),
  ...(['terms', 'where', 'stock', 'more', 'extra'] as const),
];

function table(shown: readonly FoundOffer[], width: number): readonly string[] {
  const cells = kindsOf(shown).map(cellsOf);
  const known = LAYOUT.filter((key) => cells.some((row) => row[key] !== none));
  const layouts = [LAYOUT.length, 9, 7, 5].map((count) =>
    known.filter((key) => LAYOUT.indexOf(key) < count),
  );
  return fitColumns({ columns: messages.offers.columns, layouts, cut: 'gpu' }, cells, width);
}

function offerLines(shown: readonly FoundOffer[], readings: readonly Reading[], run: OffersRun) {
  const { command, terminal, sources } = run;
  const { name, given, search, providers } = command;
  const { offers: texts } = messages;
  const paint = painter(command.color && terminal.hasColor);
  const all = readings.flatMap(({ offers }) => offers);
  const isComplete = readings.every((reading) => reading.isComplete);
  const [head = '', ...rows] =
    shown.length === 0
      ? [all.length > 0 ? texts.noMatch : texts.none]
      : table(shown, terminal.width - 2);
  const isWithDisk = ({ price }: FoundOffer) => price.diskGb === search.diskGb;
  const isPublic = sources.length === 0 && given === null && providers.length === 0;
  const notes = [
    ...(search.diskGb > 0 && shown.some(isWithDisk) ? [texts.disk(search.diskGb)] : []),
    ...(isPublic ? [texts.onlyPublic] : []),
  ];
  return [
    paint('bold', texts.title(shown.length, isComplete, name)),
    ...[shown.length === 0 ? head : paint('dim', head), ...rows].map((line) => `  ${line}`),
    ...(notes.length > 0 ? ['', ...notes.map((note) => paint('dim', note))] : []),
  ];
}

/** Prints the offers of all accounts and public lists, or the lowest price of each GPU there. @throws CommandError without any of them */
export async function runOffers(run: OffersRun): Promise<ExitCode> {
  const { command, terminal, clock } = run;
  const sources = sourcesOf(run);
  const missing = unread(run, sources);
  if (sources.length === 0)
    throw new CommandError(EXIT.signedOut, missing.map(({ message }) => message).join(' '));
  const readings = await Promise.all(sources.map((source) => readSource(source, run)));
  const problems = [...missing, ...readings.flatMap(({ problem }) => problem ?? [])];
  const isAnswered = readings.some(({ isAnswer }) => isAnswer);
  const found = foundOffers(
    readings.flatMap(({ offers }) => offers),
    command.search,
  );
  const shown = command.name === 'prices' ? firstOfEach(found) : found;
  if (command.json) {
    const readAt = new Date(clock.now()).toISOString();
    const json = { offers: shown.map(offerJson), problems, readAt };
    terminal.out(`${terminalJson(json)}\n`);
  } else if (isAnswered)
    for (const line of offerLines(shown, readings, run)) terminal.out(`${line}\n`);
  for (const { provider, account, message } of problems) {
    const name = account ?? PROVIDERS[provider].name;
    const isOne = sources.length + missing.length === 1;
    terminal.error(`${isOne ? message : messages.offers.ofAccount(name, message)}\n`);
  }
  return isAnswered ? EXIT.fresh : EXIT.outOfDate;
}
