import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { clockTime, formatMoney, formatRate } from '../../../shared/format/index.ts';
import type { RequestInput, RequestOutput } from '../../../shared/ipc/contract.ts';
import { perGpuHour } from '../../../shared/offers/gpu-offer.ts';
import { foundOffers, kindsOf, offeredGpu } from '../../../shared/offers/offer-list.ts';
import {
  DEFAULT_DISK_GB,
  type FoundOffer,
  offerPlaceName,
  publicProviders,
} from '../../../shared/offers/offer-places.ts';
import { PROVIDERS } from '../../../shared/providers/providers.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import {
  Icon,
  IconButton,
  keyed,
  Loading,
  RefusalText,
  Select,
  useRequest,
} from '../../ui/index.ts';
import { LaunchOffer } from '../launch/launch-offer.tsx';
import { cloudMessages as messages } from './cloud-messages.ts';

type Report = RequestOutput<'readCloudOffers'>;
type Wish = RequestInput<'readCloudOffers'>;

/** More rows take long to draw. */
const MAX_ROWS = 60;
const MAX_OPENED = 50;

const FIRST_WISH: Wish = { minGpus: 1, isInterruptible: false };
const FIRST = { gpu: '', maxPrice: '', minVramGb: 0, cloud: '' };

function useCloudOffers() {
  const [wish, setWish] = useState(FIRST_WISH);
  const [report, setReport] = useState<Report | null>(null);
  const { isBusy, refusal, ask } = useRequest();
  const latest = useRef(wish);
  const read = async (next: Wish) => {
    latest.current = next;
    setWish(next);
    const answer = await ask(bridge.readCloudOffers(next));
    // Another wish may have been answered first.
    if (answer.ok && latest.current === next) setReport(answer.value);
  };
  const onOpened = useEffectEvent(async () => {
    const last = await answerOf(bridge.lastCloudOffers());
    if (last.ok) setReport(last.value);
    await read((last.ok ? last.value?.wish : null) ?? FIRST_WISH);
  });
  useEffect(() => void onOpened(), []);
  return { wish, report, isBusy, refusal, read };
}

interface FiltersProps {
  readonly filters: typeof FIRST;
  readonly onFilters: (filters: typeof FIRST) => void;
  readonly wish: Wish;
  readonly onWish: (wish: Wish) => void;
  readonly clouds: readonly string[];
}

const GPU_COUNTS = [1, 2, 4, 8];
const VRAM_GB = [0, 16, 24, 48, 80, 141];

function Filters({ filters, onFilters, wish, onWish, clouds }: FiltersProps) {
  const input = (name: 'gpu' | 'maxPrice', label: string, width: string) => (
    <input
      aria-label={label}
      className={`h-7 min-w-0 rounded-md border border-edge bg-raised px-2 select-text ${width}`}
      inputMode={name === 'gpu' ? 'text' : 'decimal'}
      maxLength={40}
      onChange={({ currentTarget: { value } }) => onFilters({ ...filters, [name]: value })}
      placeholder={label}
      value={filters[name]}
    />
  );
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-small">
      {input('gpu', messages.gpu, 'w-36 grow')}
      <Select
        aria-label={messages.minGpus}
        onChange={(minGpus) => onWish({ ...wish, minGpus })}
        options={GPU_COUNTS.map((value) => ({ value, label: messages.gpus(value) }))}
        value={wish.minGpus}
      />
      {input('maxPrice', messages.maxPrice, 'w-28 grow')}
      <Select
        aria-label={messages.minVram}
        onChange={(minVramGb) => onFilters({ ...filters, minVramGb })}
        options={VRAM_GB.map((value) => ({ value, label: messages.vram(value) }))}
        value={filters.minVramGb}
      />
      {clouds.length > 1 && (
        <Select
          aria-label={messages.cloud}
          onChange={(cloud) => onFilters({ ...filters, cloud })}
          options={['', ...clouds].map((value) => ({ value, label: value || messages.allClouds }))}
          value={filters.cloud}
        />
      )}
      <label className="flex min-h-7 items-center gap-1.5">
        <input
          checked={wish.isInterruptible}
          className="accent-accent"
          onChange={({ currentTarget }) =>
            onWish({ ...wish, isInterruptible: currentTarget.checked })
          }
          type="checkbox"
        />
        {messages.interruptible}
      </label>
    </div>
  );
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
  const [next] = more;
  const hidden = more.length - MAX_OPENED;
  return (
    <li className="py-1.5">
      <div className="flex items-baseline gap-2">
        <span className="one-line min-w-0 grow font-medium" dir="auto" title={first.gpuText}>
          {offeredGpu(first) || messages.unknownGpu}
        </span>
        <span className="shrink-0 tabular-nums">{formatRate(first.price.perHour)}</span>
        <LaunchOffer offer={first} />
      </div>
      <div className="flex items-baseline gap-2 text-quiet text-small">
        <span className="min-w-0 grow break-words" dir="auto">
          {detailsOf(first)}
        </span>
        {first.gpuCount !== 1 && each !== null && (
          <span className="shrink-0 tabular-nums">{messages.each(formatMoney(each))}</span>
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
          {messages.more(more.length, formatMoney(perGpuHour(next)))}
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
                <span className="shrink-0 tabular-nums">{formatRate(item.price.perHour)}</span>
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
  readonly filters: typeof FIRST;
  readonly wish: Wish;
}

function List({ report, filters: { gpu, maxPrice, minVramGb, cloud }, wish }: ListProps) {
  const price = Number(maxPrice.trim().replace(',', '.'));
  const search = {
    ...wish,
    gpus: gpu.trim() === '' ? [] : [gpu],
    diskGb: DEFAULT_DISK_GB,
    maxPrice: price > 0 ? price : null,
    minVramGb: minVramGb || null,
  };
  const found = foundOffers(report.offers, search);
  const kinds = kindsOf(found.filter((offer) => cloud === '' || offerPlaceName(offer) === cloud));
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

/** The offers of all accounts and the public ones, the cheapest GPU first. */
export function CloudOffers() {
  const { wish, report, isBusy, refusal, read } = useCloudOffers();
  const [filters, setFilters] = useState(FIRST);
  const accounts = useApp((app) => app.accounts);
  const open = publicProviders(accounts).map((id) => PROVIDERS[id].name);
  const clouds = [...new Set((report?.offers ?? []).map(offerPlaceName))];
  const about = [
    ...(report === null ? [] : [messages.readAt(clockTime(report.at))]),
    ...(isBusy ? [messages.loading] : []),
    ...(report?.problems ?? []).map((place) =>
      messages.problem(offerPlaceName(place), place.message),
    ),
  ];
  return (
    <>
      <Filters
        clouds={clouds}
        filters={filters}
        onFilters={setFilters}
        onWish={(next) => void read(next)}
        wish={wish}
      />
      <div className="flex min-h-8 items-center gap-1 pt-1 text-quiet text-small">
        <span className="min-w-0 grow break-words" role="status">
          {about.join(' · ')}
        </span>
        <IconButton icon="refresh" label={messages.refresh} onClick={() => void read(wish)} />
      </div>
      <RefusalText refusal={refusal} />
      {report === null && isBusy && (
        <Loading title={messages.loading}>
          {['first', 'second', 'third'].map((row) => (
            <div className="skeleton h-11" key={row} />
          ))}
        </Loading>
      )}
      {report !== null && <List filters={filters} report={report} wish={wish} />}
      {open.length > 0 && (
        <p className="pt-2 text-quiet text-small">
          {messages.isPublic(open, accounts.length === 0)}
        </p>
      )}
    </>
  );
}
