import { useEffect, useState } from 'react';
import { create } from 'zustand';
import {
  clockTime,
  formatMoney,
  formatNumber,
  formatRate,
  listed,
  typedAmount,
} from '../../../shared/format/index.ts';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import type { FoundOffer, OfferFilter } from '../../../shared/offers/gpu-offer.ts';
import { ANY_OFFER } from '../../../shared/offers/offer-filter.ts';
import { foundOffers, kindsOf, offeredGpu, perGpuHour } from '../../../shared/offers/offer-list.ts';
import {
  DEFAULT_DISK_GB,
  offerPlaceName,
  publicProviders,
} from '../../../shared/offers/offer-places.ts';
import { PROVIDER_IDS, PROVIDERS, type ProviderId } from '../../../shared/providers/providers.ts';
import { bridge, useApp, useHiding } from '../../store.ts';
import {
  Check,
  IconButton,
  keyed,
  Loading,
  optionsOf,
  RefusalText,
  Select,
  useAnswer,
} from '../../ui/index.ts';
import { LaunchOffer } from '../launch/launch-buttons.tsx';
import { PriceAlerts } from './price-alerts.tsx';

const moreText = (count: number) => `${formatNumber(count, 0)} more`;

const GPU_COUNTS = [1, 2, 4, 8];
const VRAM_GB = [0, 16, 24, 48, 80, 141];

interface FiltersProps {
  readonly filter: OfferFilter;
  readonly onChange: (filter: OfferFilter) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  const { maxPrice } = filter;
  const [typed, setTyped] = useState('');
  // An alert that is shown sets another one.
  const isTyped = (typedAmount(typed) || null) === maxPrice;
  const input = (label: string, value: string, onText: (text: string) => void) => (
    <input
      aria-label={label}
      className="h-7 w-32 min-w-0 grow rounded-md border border-edge bg-raised px-2 select-text"
      maxLength={40}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
      placeholder={label}
      value={value}
    />
  );
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-small">
      {input('GPU, such as H100', filter.gpu, (gpu) => onChange({ ...filter, gpu }))}
      <Select
        aria-label="Number of GPUs"
        onChange={(minGpus) => onChange({ ...filter, minGpus })}
        options={optionsOf(GPU_COUNTS, filter.minGpus, (count) =>
          count === 1 ? 'Any number' : `${count}+ GPUs`,
        )}
        value={filter.minGpus}
      />
      {input('Up to $/h per GPU', isTyped ? typed : `${maxPrice ?? ''}`, (text) => {
        setTyped(text);
        onChange({ ...filter, maxPrice: typedAmount(text) || null });
      })}
      <Select
        aria-label="Memory of one GPU"
        onChange={(gb) => onChange({ ...filter, minVramGb: gb || null })}
        options={optionsOf(VRAM_GB, filter.minVramGb ?? 0, (gb) =>
          gb === 0 ? 'Any memory' : `${gb}+ GB`,
        )}
        value={filter.minVramGb ?? 0}
      />
      <Select<ProviderId | ''>
        aria-label="Cloud"
        onChange={(provider) => onChange({ ...filter, provider: provider || null })}
        options={[
          { value: '', label: 'All clouds' },
          ...PROVIDER_IDS.map((value) => ({ value, label: PROVIDERS[value].name })),
        ]}
        value={filter.provider ?? ''}
      />
      <Check
        isOn={filter.isInterruptible}
        label="Interruptible"
        onChange={(isInterruptible) => onChange({ ...filter, isInterruptible })}
      />
      <PriceAlerts filter={filter} onShow={onChange} />
    </div>
  );
}

type Report = RequestOutput<'readCloudOffers'>;

/** More rows take long to draw. */
const MAX_ROWS = 60;
/** Without a letter typed, ms: some providers take ten searches a minute. */
const TYPED_MS = 700;

interface Shown {
  readonly filter: OfferFilter;
  /** The last one; null: none was read. */
  readonly report: Report | null;
}

/** As the screen was left, as long as the page lives. */
const useLeft = create<Shown>(() => ({ filter: ANY_OFFER, report: null }));

/** Reads the offers of a filter. @param given at the start; null: the last filter */
function useCloudOffers(given: OfferFilter | null) {
  const { report } = useLeft();
  const [filter, change] = useState(given ?? useLeft.getState().filter);
  useEffect(() => useLeft.setState({ filter }), [filter]);
  const [turn, setTurn] = useState(0);
  const { minGpus, isInterruptible } = filter;
  const isWhole = report === null || (report.isComplete && report.filter.gpu === '');
  // Those of any GPU, unless they are too many.
  const gpu = isWhole ? '' : filter.gpu.trim();
  const wanted = { ...ANY_OFFER, minGpus, isInterruptible, gpu };
  const answer = useAnswer(
    JSON.stringify([turn, wanted]),
    () => bridge.readCloudOffers(wanted),
    gpu === '' ? 0 : TYPED_MS,
  );
  useEffect(() => {
    if (answer?.ok) useLeft.setState({ report: answer.value });
  }, [answer]);
  const refusal = answer?.ok === false ? answer.refusal : null;
  const refresh = () => setTurn(turn + 1);
  return { filter, change, report, isBusy: answer === null, refusal, refresh };
}

const detailsOf = ({ gpuCount, tier, terms, where, ...offer }: FoundOffer): string =>
  [
    gpuCount === null ? '' : `${gpuCount} ×`,
    [offerPlaceName(offer), tier].filter(Boolean).join(' '),
    terms === 'reserved' ? 'reserved' : '',
    where ?? '',
    ...offer.price.extra.map((what) => `plus ${what}`),
  ]
    .filter(Boolean)
    .join(' · ');

/** Offers of one kind: the cheapest, opened for the others. */
function Kind({ first, more }: ReturnType<typeof kindsOf<FoundOffer>>[number]) {
  const [isOpen, setIsOpen] = useState(false);
  const each = perGpuHour(first);
  const hide = useHiding();
  const [next] = more;
  return (
    <li className="py-1.5">
      <div className="flex items-baseline gap-x-2 max-[259px]:flex-wrap">
        <span className="one-line min-w-0 grow font-medium" dir="auto" title={first.gpuText}>
          {offeredGpu(first) || 'Unknown GPU'}
        </span>
        <span className="shrink-0 tabular-nums">{hide(formatRate(first.price.perHour))}</span>
        <LaunchOffer offer={first} />
      </div>
      <div className="flex items-baseline gap-2 text-quiet text-small">
        <span className="min-w-0 grow break-words" dir="auto">
          {hide(detailsOf(first))}
        </span>
        {first.gpuCount !== 1 && each !== null && (
          <span className="shrink-0 tabular-nums">{hide(`${formatMoney(each)} per GPU`)}</span>
        )}
      </div>
      {next !== undefined && (
        <details
          className="text-quiet text-small"
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        >
          <summary className="min-h-6 hover:text-ink">
            {hide(`${moreText(more.length)} from ${formatMoney(perGpuHour(next))} per GPU`)}
          </summary>
          <ul className="pl-4">
            {isOpen &&
              keyed(more, ({ offer }) => offer).map(({ key, item }) => (
                <li className="flex items-baseline gap-2" key={key}>
                  <span className="min-w-0 grow break-words" dir="auto">
                    {item.where ?? 'Unknown place'}
                  </span>
                  <span className="shrink-0 tabular-nums">
                    {hide(formatRate(item.price.perHour))}
                  </span>
                  <LaunchOffer offer={item} />
                </li>
              ))}
          </ul>
        </details>
      )}
    </li>
  );
}

interface ListProps {
  readonly report: Report;
  readonly filter: OfferFilter;
  readonly isBusy: boolean;
}

function List({ report, filter, isBusy }: ListProps) {
  const kinds = kindsOf(foundOffers(report.offers, filter));
  if (kinds.length === 0 && isBusy) return null;
  if (kinds.length === 0)
    return (
      <p className="py-2">
        {report.offers.length === 0 ? 'No offers available now.' : 'No offer matches.'}
      </p>
    );
  const hidden = kinds.length - MAX_ROWS;
  return (
    <>
      <ul>
        {/* A list may name one offer twice. */}
        {keyed(kinds.slice(0, MAX_ROWS), ({ first }) => `${detailsOf(first)} ${first.offer}`).map(
          ({ key, item }) => (
            <Kind {...item} key={key} />
          ),
        )}
      </ul>
      {hidden > 0 && <p className="text-quiet text-small">{moreText(hidden)}</p>}
    </>
  );
}

/** The offers of all accounts and the public ones, the cheapest GPU first, and the price alerts. @param given at the start; null: the last filter */
export function CloudOffers({ given }: { readonly given: OfferFilter | null }) {
  const { filter, change, report, isBusy, refusal, refresh } = useCloudOffers(given);
  const accounts = useApp((app) => app.accounts);
  const open = publicProviders(accounts).map((id) => PROVIDERS[id].name);
  const about = [
    ...(report === null
      ? []
      : [`With ${DEFAULT_DISK_GB} GB of disk · updated ${clockTime(report.at)}`]),
    ...(report?.isComplete === false ? ['the cheapest ones only'] : []),
    ...(isBusy ? ['Loading offers…'] : []),
    ...(report?.problems ?? []).map((place) => `${offerPlaceName(place)}: ${place.message}`),
  ];
  return (
    <>
      <Filters filter={filter} onChange={change} />
      <div className="flex min-h-8 items-center gap-1 pt-1 text-quiet text-small">
        <span className="min-w-0 grow break-words" role="status">
          {about.join(' · ')}
        </span>
        <IconButton icon="refresh" label="Refresh" onClick={refresh} />
      </div>
      <RefusalText refusal={refusal} />
      {report === null && isBusy && <Loading height={148} title="Loading offers…" />}
      {report !== null && <List {...{ filter, report, isBusy }} />}
      {open.length > 0 && (
        <p className="pt-2 text-quiet text-small">
          Offers of {listed(open)} are public and read while this screen is open.{' '}
          {accounts.length === 0
            ? 'Others and price alerts need an account.'
            : 'Price alerts need an account there.'}
        </p>
      )}
    </>
  );
}
