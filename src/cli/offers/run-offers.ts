import { accountsOf } from '../../core/accounts/index.ts';
import { type BaseUrl, parseBaseUrl, publicHttp, readOffers } from '../../core/providers/index.ts';
import type { Settings } from '../../core/settings/index.ts';
import { byPrice, matchesOffer, type OfferList, rentalName } from '../../shared/domain/offer.ts';
import type { Offer } from '../../shared/domain/offer-schemas.ts';
import { describeProblem } from '../../shared/domain/problem-text.ts';
import { gpuLabel } from '../../shared/domain/vm.ts';
import { formatAmount, printable } from '../../shared/format/index.ts';
import { FIRST_PROVIDER } from '../../shared/providers/providers.ts';
import type { CommandOf } from '../arguments.ts';
import { fitColumns } from '../columns.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import * as messages from '../messages.ts';
import { painter, terminalJson } from '../output.ts';
import type { Context } from '../user.ts';

interface OffersRun extends Context {
  readonly command: CommandOf<'prices' | 'offers'>;
}

/** The given service, or the one of all stored accounts. @throws CommandError */
function serviceOf({ baseUrl }: CommandOf<'prices' | 'offers'>, settings: Settings): BaseUrl {
  if (baseUrl !== null) return baseUrl;
  const accounts = accountsOf(settings).filter(({ provider }) => provider === FIRST_PROVIDER);
  const urls = [...new Set(accounts.map((account) => account.baseUrl))];
  const [only] = urls;
  if (only === undefined) throw new CommandError(EXIT.signedOut, messages.offers.noService);
  const parsed = parseBaseUrl(only);
  if (urls.length === 1 && parsed.ok) return parsed.url;
  throw new CommandError(EXIT.usage, messages.offers.severalServices(urls));
}

/** The object that `prices --json` and `offers --json` print. Scripts rely on it: keys may be added, not changed. */
function offersJson(list: OfferList, shown: readonly Offer[], name: string) {
  return { [name]: shown, skipped: list.skipped, complete: list.isComplete };
}

const { columns, yes, no } = messages.offers;

/** A column without a value is left out, and in a narrow terminal the last ones. */
const LAYOUT = ['gpu', 'price', 'unit', 'rental', 'free', 'node', 'count'] as const;

function availableText(available: Offer['available']): string {
  if (available === null) return messages.status.none;
  return typeof available === 'number' ? String(available) : available ? yes : no;
}

type Cells = Readonly<Record<keyof typeof columns, string>>;

function cellsOf(offer: Offer): Omit<Cells, 'count'> {
  const { gpuCount, pricePerHour, rentalType, months, available, node } = offer;
  const rental = printable(rentalName(rentalType, months));
  return {
    gpu: gpuLabel(offer) || messages.status.none,
    price: formatAmount(pricePerHour),
    unit: pricePerHour === null ? messages.status.none : messages.offers.gpus(gpuCount ?? 1),
    rental: rental === '' ? messages.status.none : rental,
    free: availableText(available),
    node: node === null ? messages.status.none : printable(node),
  };
}

/** A row for equal offers, with their number where any are equal. */
function rowsOf(offers: readonly Offer[]): readonly Cells[] {
  const rows = new Map<string, { readonly cells: Omit<Cells, 'count'>; count: number }>();
  for (const cells of offers.map(cellsOf)) {
    const key = JSON.stringify(cells);
    rows.set(key, { cells, count: (rows.get(key)?.count ?? 0) + 1 });
  }
  const isMerged = rows.size < offers.length;
  return [...rows.values()].map(({ cells, count }) => ({
    ...cells,
    count: isMerged ? String(count) : messages.status.none,
  }));
}

/** Why there is no row. */
function emptyText({ offers }: OfferList, { name, filter }: OffersRun['command']): string {
  if (offers.length === 0) return messages.offers.none[name];
  const { gpuType } = filter;
  const ofType = { gpuType, minGpus: null, maxPrice: null, rentalType: null };
  const types = [...new Set(offers.flatMap((offer) => offer.gpuType ?? []))].toSorted();
  if (gpuType === null || types.length === 0 || offers.some((each) => matchesOffer(each, ofType)))
    return messages.offers.noMatch;
  return messages.offers.noType(gpuType, types);
}

function offerLines(list: OfferList, shown: readonly Offer[], base: BaseUrl, run: OffersRun) {
  const { command, terminal } = run;
  const { name } = command;
  const paint = painter(command.color && terminal.hasColor);
  const { host } = new URL(base.href);
  const title = messages.offers.title(host, shown.length, list, name);
  const cells = rowsOf(shown);
  const known = LAYOUT.filter((key) => cells.some((row) => row[key] !== messages.status.none));
  const layouts = {
    columns,
    layouts: [known, known.slice(0, 5), known.slice(0, 3)],
    cut: 'gpu',
  } as const;
  const [head = '', ...rows] =
    shown.length === 0
      ? [emptyText(list, command)]
      : fitColumns(layouts, cells, terminal.width - 2);
  const notes = list.skipped > 0 ? ['', paint('dim', messages.offers.skipped(list.skipped))] : [];
  return [
    paint('bold', title),
    ...[shown.length === 0 ? head : paint('dim', head), ...rows].map((line) => `  ${line}`),
    ...notes,
  ];
}

/** Prints the public prices or offers of a service. Sends no credential. @throws ServiceError, CommandError */
export async function runOffers(run: OffersRun): Promise<ExitCode> {
  const { command, settings, network, terminal, signal } = run;
  const base = serviceOf(command, settings.current);
  const list = await readOffers(publicHttp(base, network), command.name, signal);
  const shown = list.offers
    .filter((offer) => matchesOffer(offer, command.filter))
    .toSorted(byPrice);
  if (command.json) terminal.out(`${terminalJson(offersJson(list, shown, command.name))}\n`);
  else for (const line of offerLines(list, shown, base, run)) terminal.out(`${line}\n`);
  if (list.problem !== null)
    terminal.error(`${messages.offers.refused(describeProblem(list.problem).message)}\n`);
  return EXIT.fresh;
}
