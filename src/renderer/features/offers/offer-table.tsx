import { useState } from 'react';
import { byPrice, draftOfOffer, gpusOf, rentalName } from '../../../shared/domain/index.ts';
import { formatMoney, formatNumber } from '../../../shared/format/index.ts';
import type { RequestOutput } from '../../../shared/ipc/index.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Icon, keyed } from '../../ui/index.ts';
import { gpusLabel, launchLabel, messages } from './messages.ts';

type Report = RequestOutput<'readOffers'>;
type Offer = Report['offers'][number];

const { columns: titles } = messages;

/** More rows take long to draw; filters find the others. */
const MAX_ROWS = 200;

const compareText = (a: string | null, b: string | null) => (a ?? '').localeCompare(b ?? '');

/** Of equal ones, the cheaper first. */
const ORDERS = {
  gpuType: (a: Offer, b: Offer) => compareText(a.gpuType, b.gpuType) || byPrice(a, b),
  gpuCount: (a: Offer, b: Offer) => (gpusOf(b) ?? -1) - (gpusOf(a) ?? -1) || byPrice(a, b),
  rental: (a: Offer, b: Offer) => compareText(a.rentalType, b.rentalType) || byPrice(a, b),
  price: byPrice,
};

type Order = keyof typeof ORDERS;

const UNKNOWN = '—';

function freeText({ available }: Offer): string {
  if (available === null) return UNKNOWN;
  if (typeof available === 'number') return formatNumber(available, 0);
  return available ? messages.yes : messages.no;
}

function rentalText({ rentalType, months }: Offer): string {
  const name = rentalName(rentalType, months);
  return name === '' ? UNKNOWN : name;
}

interface Column {
  readonly title: string;
  /** Null: not sorted by it. */
  readonly order: Order | null;
  readonly className: string;
  readonly text: (offer: Offer) => string;
}

const RIGHT = 'pl-2 text-right whitespace-nowrap';
/** Without room, these are below the GPU. */
const FOLDED = 'pl-3 text-left max-w-36 truncate max-[359px]:hidden';

/** The columns after the GPU type, apart from those in which everything is unknown. */
function columnsOf(offers: readonly Offer[], currency: string) {
  const columns: readonly Column[] = [
    {
      title: titles.gpuCount,
      order: 'gpuCount',
      className: RIGHT,
      text: ({ gpuCount, pricePerHour }) =>
        gpuCount === null && pricePerHour === null ? UNKNOWN : gpusLabel(gpuCount ?? 1),
    },
    { title: titles.rental, order: 'rental', className: FOLDED, text: rentalText },
    { title: titles.free, order: null, className: RIGHT, text: freeText },
    {
      title: titles.node,
      order: null,
      className: FOLDED,
      text: ({ node }) => node ?? UNKNOWN,
    },
    {
      title: messages.price(currency),
      order: 'price',
      className: `${RIGHT} font-medium`,
      text: ({ pricePerHour }) => formatMoney(pricePerHour, currency),
    },
  ];
  return columns.filter(({ text }) => offers.some((offer) => text(offer) !== UNKNOWN));
}

interface HeadProps {
  readonly column: Pick<Column, 'title' | 'order' | 'className'>;
  readonly order: Order;
  readonly onSort: (order: Order) => void;
}

/** The title of a column, which sorts by it. */
function Head({ column: { title, order: own, className }, order, onSort }: HeadProps) {
  const isSorted = own === order;
  return (
    <th
      aria-sort={isSorted ? 'ascending' : 'none'}
      className={`${className} py-1 font-normal`}
      dir="auto"
      scope="col"
    >
      {own === null ? (
        title
      ) : (
        <button
          className={`inline-flex items-center hover:text-ink ${isSorted ? 'text-ink' : ''}`}
          onClick={() => onSort(own)}
          type="button"
        >
          {title}
          {isSorted && <Icon name="down" />}
        </button>
      )}
    </th>
  );
}

interface GpuNameProps {
  readonly offer: Offer;
  /** The account that can launch it; null: there is none at this service. */
  readonly accountId: string | null;
}

/** The GPU type, which leads to the form that launches a VM with it. */
function GpuName({ offer, accountId }: GpuNameProps) {
  const name = offer.gpuType ?? UNKNOWN;
  if (accountId === null)
    return (
      <span className="one-line block" dir="auto" title={name}>
        {name}
      </span>
    );
  return (
    <button
      className="block max-w-full text-left font-medium text-accent underline-offset-2 hover:underline"
      onClick={() => go({ kind: 'launch', accountId, draft: draftOfOffer(offer) })}
      aria-label={launchLabel(name)}
      title={launchLabel(name)}
      type="button"
    >
      <span className="one-line block" dir="auto">
        {name}
      </span>
    </button>
  );
}

interface OfferTableProps {
  readonly offers: readonly Offer[];
  readonly baseUrl: string;
}

/** A row per offer. */
export function OfferTable({ offers, baseUrl }: OfferTableProps) {
  const accountId = useApp(
    ({ accounts }) => accounts.find((account) => account.baseUrl === baseUrl)?.id ?? null,
  );
  const currency = useApp(({ preferences }) => preferences.currency);
  const [order, setOrder] = useState<Order>('price');
  const shown = offers.toSorted(ORDERS[order]).slice(0, MAX_ROWS);
  const columns = columnsOf(offers, currency);
  const gpu = { title: titles.gpuType, order: 'gpuType', className: 'text-left' } as const;
  return (
    <table className="w-full border-line border-t text-small">
      <caption className="sr-only">{messages.title}</caption>
      <thead className="text-quiet">
        <tr>
          {keyed([gpu, ...columns], ({ title }) => title).map(({ key, item: column }) => (
            <Head column={column} key={key} onSort={setOrder} order={order} />
          ))}
        </tr>
      </thead>
      <tbody>
        {keyed(shown, (offer) => JSON.stringify(offer)).map(({ key, item: offer }) => (
          <tr className="border-line border-t" key={key}>
            <th className="w-full max-w-0 py-1.5 text-left font-medium" scope="row">
              <GpuName accountId={accountId} offer={offer} />
              <span className="block font-normal text-quiet min-[360px]:hidden">
                {[rentalText(offer), offer.node ?? '']
                  .filter((part) => part.length > 1)
                  .join(' · ')}
              </span>
            </th>
            {keyed(columns, ({ title }) => title).map(
              ({ key: cell, item: { className, text } }) => (
                <td className={className} dir="auto" key={cell} title={text(offer)}>
                  {text(offer)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
