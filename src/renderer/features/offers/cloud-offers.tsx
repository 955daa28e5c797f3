import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { clockTime, formatMoney, formatRate } from '../../../shared/format/index.ts';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import { perGpuHour } from '../../../shared/offers/gpu-offer.ts';
import { foundOffers, kindsOf, offeredGpu } from '../../../shared/offers/offer-list.ts';
import {
  ANY_OFFER,
  type FoundOffer,
  type OfferFilter,
  offerPlaceName,
  publicProviders,
  searchOf,
} from '../../../shared/offers/offer-places.ts';
import { PROVIDERS } from '../../../shared/providers/providers.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { useApp, useHiding } from '../../store.ts';
import { Icon, IconButton, keyed, Loading, RefusalText, useRequest } from '../../ui/index.ts';
import { LaunchOffer } from '../launch/launch-buttons.tsx';
import { Filters } from './filters.tsx';
import { messages } from './messages.ts';
import { NotifyMe, PriceAlerts } from './price-alerts.tsx';

type Report = RequestOutput<'readCloudOffers'>;

/** More rows take long to draw. */
const MAX_ROWS = 60;
const MAX_OPENED = 50;
/** Without a letter typed, ms: some providers take ten searches a minute. */
const TYPED_MS = 700;

/** @param given the filter at the start; null: that of the last reading */
function useCloudOffers(given: OfferFilter | null) {
  const [filter, setFilter] = useState(given ?? ANY_OFFER);
  const [report, setReport] = useState<Report | null>(null);
  const { isBusy, refusal, ask } = useRequest();
  /** The GPU of the reading that was asked for last; empty: any. */
  const asked = useRef({ gpu: '' });
  const read = async ({ minGpus, isInterruptible }: OfferFilter, gpu: string) => {
    const own = { gpu };
    asked.current = own;
    const wish = { minGpus, isInterruptible, ...(gpu !== '' && { gpu }) };
    const answer = await ask(bridge.readCloudOffers(wish));
    // Another wish may have been answered first.
    if (answer.ok && asked.current === own) setReport(answer.value);
  };
  const isWhole = report === null || (report.isComplete && report.wish.gpu === undefined);
  /** GPUs to read: any, unless those are too many. */
  const gpuOf = (next: OfferFilter) => (isWhole ? '' : next.gpu.trim());
  const typed = gpuOf(filter);
  const readTyped = useEffectEvent(() => {
    if (typed !== asked.current.gpu) void read(filter, typed);
  });
  useEffect(() => {
    const timer = setTimeout(readTyped, typed === '' ? 0 : TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const onOpened = useEffectEvent(async () => {
    const last = await answerOf(bridge.lastCloudOffers());
    const before = last.ok ? last.value : null;
    const first = given ?? { ...ANY_OFFER, ...before?.wish, provider: null };
    setReport(before);
    setFilter(first);
    await read(first, before?.wish.gpu === undefined ? '' : first.gpu.trim());
  });
  useEffect(() => void onOpened(), []);
  const change = (next: OfferFilter) => {
    setFilter(next);
    const { minGpus, isInterruptible } = next;
    if (minGpus !== filter.minGpus || isInterruptible !== filter.isInterruptible)
      void read(next, gpuOf(next));
  };
  const refresh = () => void read(filter, typed);
  // While one is typed, its offers are not known.
  const isUnread = isBusy || (refusal === null && typed !== (report?.wish.gpu ?? ''));
  return { filter, change, report, isBusy: isUnread, refusal, refresh };
}

const detailsOf = ({ gpuCount, tier, terms, where, ...offer }: FoundOffer): string =>
  [
    gpuCount === null ? '' : `${gpuCount} ×`,
    [offerPlaceName(offer), tier].filter(Boolean).join(' '),
    terms === 'reserved' ? messages.reserved : '',
    where ?? '',
    ...offer.price.extra.map(messages.extra),
  ]
    .filter(Boolean)
    .join(' · ');

/** Offers of one kind: the cheapest, opened for the others. */
function Kind({
  first,
  more,
}: {
  readonly first: FoundOffer;
  readonly more: readonly FoundOffer[];
}) {
  const [isOpen, setIsOpen] = useState(false);
  const content = useId();
  const each = perGpuHour(first);
  const hide = useHiding();
  const [next] = more;
  const hidden = more.length - MAX_OPENED;
  return (
    <li className="py-1.5">
      <div className="flex items-baseline gap-x-2 max-[259px]:flex-wrap">
        <span className="one-line min-w-0 grow font-medium" dir="auto" title={first.gpuText}>
          {offeredGpu(first) || messages.unknownGpu}
        </span>
        <span className="shrink-0 tabular-nums">{hide(formatRate(first.price.perHour))}</span>
        <LaunchOffer offer={first} />
      </div>
      <div className="flex items-baseline gap-2 text-quiet text-small">
        <span className="min-w-0 grow break-words" dir="auto">
          {hide(detailsOf(first))}
        </span>
        {first.gpuCount !== 1 && each !== null && (
          <span className="shrink-0 tabular-nums">{hide(messages.each(formatMoney(each)))}</span>
        )}
      </div>
      {next !== undefined && (
        <button
          aria-controls={content}
          aria-expanded={isOpen}
          className="flex min-h-6 items-center text-quiet text-small hover:text-ink"
          onClick={() => setIsOpen(!isOpen)}
          type="button"
        >
          <Icon name={isOpen ? 'down' : 'right'} />
          {hide(messages.more(more.length, formatMoney(perGpuHour(next))))}
        </button>
      )}
      <ul className="pl-4 text-quiet text-small empty:hidden" id={content}>
        {isOpen &&
          keyed(more.slice(0, MAX_OPENED), ({ offer, where }) => `${offer} ${where}`).map(
            ({ key, item }) => (
              <li className="flex items-baseline gap-2" key={key}>
                <span className="min-w-0 grow break-words" dir="auto">
                  {item.where ?? messages.unknownPlace}
                </span>
                <span className="shrink-0 tabular-nums">
                  {hide(formatRate(item.price.perHour))}
                </span>
                <LaunchOffer offer={item} />
              </li>
            ),
          )}
        {isOpen && hidden > 0 && <li>{messages.hidden(hidden)}</li>}
      </ul>
    </li>
  );
}

interface ListProps {
  readonly report: Report;
  readonly filter: OfferFilter;
  readonly isBusy: boolean;
}

function List({ report, filter, isBusy }: ListProps) {
  const kinds = kindsOf(foundOffers(report.offers, searchOf(filter)));
  if (kinds.length === 0 && isBusy) return null;
  if (kinds.length === 0)
    return <p className="py-2">{report.offers.length === 0 ? messages.none : messages.noMatch}</p>;
  const hidden = kinds.length - MAX_ROWS;
  return (
    <>
      <ul>
        {keyed(kinds.slice(0, MAX_ROWS), ({ first }) => `${detailsOf(first)} ${first.offer}`).map(
          ({ key, item }) => (
            <Kind {...item} key={key} />
          ),
        )}
      </ul>
      {hidden > 0 && <p className="text-quiet text-small">{messages.hidden(hidden)}</p>}
    </>
  );
}

interface CloudOffersProps {
  /** At the start; null: as in the last reading. */
  readonly filter: OfferFilter | null;
}

/** The offers of all accounts and the public ones, the cheapest GPU first, and the price alerts. */
export function CloudOffers({ filter: given }: CloudOffersProps) {
  const { filter, change, report, isBusy, refusal, refresh } = useCloudOffers(given);
  /** Counts the alerts that were shown, each of which fills the filters anew. */
  const [turn, setTurn] = useState(0);
  const accounts = useApp((app) => app.accounts);
  const open = publicProviders(accounts).map((id) => PROVIDERS[id].name);
  const about = [
    ...(report === null ? [] : [messages.readAt(clockTime(report.at))]),
    ...(report?.isComplete === false ? [messages.partial] : []),
    ...(isBusy ? [messages.loading] : []),
    ...(report?.problems ?? []).map((place) =>
      messages.problem(offerPlaceName(place), place.message),
    ),
  ];
  return (
    <>
      <Filters
        clouds={[...new Set((report?.offers ?? []).map(({ provider }) => provider))]}
        filter={filter}
        key={turn}
        onChange={change}
      >
        <NotifyMe filter={filter} />
      </Filters>
      <PriceAlerts
        onShow={(next) => {
          change(next);
          setTurn(turn + 1);
        }}
      />
      <div className="flex min-h-8 items-center gap-1 pt-1 text-quiet text-small">
        <span className="min-w-0 grow break-words" role="status">
          {about.join(' · ')}
        </span>
        <IconButton icon="refresh" label={messages.refresh} onClick={refresh} />
      </div>
      <RefusalText refusal={refusal} />
      {report === null && isBusy && (
        <Loading title={messages.loading}>
          {['first', 'second', 'third'].map((row) => (
            <div className="skeleton h-11" key={row} />
          ))}
        </Loading>
      )}
      {report !== null && <List {...{ filter, report, isBusy }} />}
      {open.length > 0 && (
        <p className="pt-2 text-quiet text-small">
          {messages.isPublic(open, accounts.length === 0)}
        </p>
      )}
    </>
  );
}
