import {
  accountPlaces,
  type OpenPlace,
  publicPlace,
  publicPlaces,
  readOffers,
} from '../../core/providers/index.ts';
import { formatAmount, joined } from '../../shared/format/index.ts';
import { termsText } from '../../shared/launch/launch-texts.ts';
import type { FoundOffer, OfferPlace } from '../../shared/offers/gpu-offer.ts';
import { firstOfEach, kindsOf, offeredGpu, perGpuHour } from '../../shared/offers/offer-list.ts';
import { PROVIDERS } from '../../shared/providers/providers.ts';
import { type SourcesRun, withSources } from '../accounts/sources.ts';
import { fitColumns } from '../columns.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import * as messages from '../messages.ts';
import { isoTime, painter, terminalJson } from '../output.ts';
import { problemLine } from '../problems.ts';
import type { Context } from '../user.ts';

type OffersRun = SourcesRun<'prices' | 'offers'>;

function placesOf({ command, network, sources }: OffersRun): readonly OpenPlace[] {
  const { given, providers } = command;
  if (given !== null) return [publicPlace(given.provider, given.base, network)];
  return [
    ...accountPlaces(sources, ({ client }) => client),
    ...publicPlaces(sources, network),
  ].filter(({ provider }) => providers.length === 0 || providers.includes(provider));
}

/** Providers that were asked for and cannot be read. */
const unread = ({ command: { providers } }: OffersRun, places: readonly OfferPlace[]) =>
  [...new Set(providers)]
    .filter((id) => places.every(({ provider }) => provider !== id))
    .map((provider) => {
      const message = messages.usage.noPublicOffers(PROVIDERS[provider].name);
      return { provider, account: null, message };
    });

const offerJson = ({ price, endsAt, ...offer }: FoundOffer) => ({
  ...offer,
  perHour: price.perHour,
  perGpuHour: perGpuHour({ price, gpuCount: offer.gpuCount }),
  diskGb: price.diskGb,
  endsAt: isoTime(endsAt),
  extra: price.extra,
});

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
    cloud: joined([account ?? PROVIDERS[provider].name, tier], ' '),
    terms: terms === null ? none : termsText(terms),
    where: [...places].join(' · ') || none,
    stock: stock === null ? none : String(stock),
    more:
      next === undefined ? none : messages.offers.more(more.length, formatAmount(perGpuHour(next))),
    extra: price.extra.join(', ') || none,
  };
}

function offerLines(
  shown: readonly FoundOffer[],
  isComplete: boolean,
  { command, terminal, sources }: OffersRun,
) {
  const { name, given, search, providers } = command;
  const { offers: texts } = messages;
  const paint = painter(command.color && terminal.hasColor);
  const cells = kindsOf(shown).map(cellsOf);
  const [head, ...rows] = fitColumns(texts.columns, cells, terminal.width - 2);
  const isWithDisk = ({ price }: FoundOffer) => price.diskGb === search.diskGb;
  const isPublic = sources.length === 0 && given === null && providers.length === 0;
  const notes = [
    ...(search.diskGb > 0 && shown.some(isWithDisk) ? [texts.disk(search.diskGb)] : []),
    ...(isPublic ? [texts.onlyPublic] : []),
  ];
  return [
    paint('bold', texts.title(shown.length, isComplete, name)),
    ...(shown.length === 0 ? [texts.noMatch] : [paint('dim', head), ...rows]).map(
      (line) => `  ${line}`,
    ),
    ...(notes.length > 0 ? ['', ...notes.map((note) => paint('dim', note))] : []),
  ];
}

async function printOffers(run: OffersRun): Promise<ExitCode> {
  const { command, terminal, clock, signal, sources } = run;
  const places = placesOf(run);
  const missing = unread(run, places);
  if (places.length === 0)
    throw new CommandError(EXIT.signedOut, missing.map(({ message }) => message).join(' '));
  const search = { ...command.search, withListPrices: command.name === 'prices' };
  const { offers, isComplete, isAnswered, ...read } = await readOffers(places, search, signal);
  const now = clock.now();
  // From here on, `account` is the name of the account, which people and scripts know.
  const named = <T extends OfferPlace>(place: T) => {
    return { ...place, account: sources.find(({ id }) => id === place.account)?.name ?? null };
  };
  const failed = read.problems.map(({ place, problem }) => {
    return { ...named(place), message: problemLine(problem, { now }) };
  });
  const problems = [...missing, ...failed];
  const shown = (command.name === 'prices' ? firstOfEach(offers) : offers).map(named);
  if (command.json) {
    const json = { offers: shown.map(offerJson), problems, readAt: isoTime(now) };
    terminal.out(`${terminalJson(json)}\n`);
  } else if (isAnswered)
    for (const line of offerLines(shown, isComplete, run)) terminal.out(`${line}\n`);
  const isOne = places.length + missing.length === 1;
  for (const { message, account, provider } of problems) {
    const name = account ?? PROVIDERS[provider].name;
    const line = isOne ? message : messages.offers.ofAccount(name, message);
    terminal.error(`${line}\n`);
  }
  return isAnswered ? EXIT.fresh : EXIT.outOfDate;
}

/** Prints the offers of all accounts and public lists, or the lowest price of each GPU there. @throws CommandError without any of them */
export async function runOffers(
  command: OffersRun['command'],
  context: Context,
): Promise<ExitCode> {
  const print = (sources: OffersRun['sources']) => printOffers({ ...context, command, sources });
  if (command.given !== null) return print([]);
  return withSources(null, context, print, (stored) => stored);
}
