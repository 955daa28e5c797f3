import { useEffect, useState } from 'react';
import { create } from 'zustand';
import {
  clockTime,
  formatMoney,
  formatNumber,
  formatRate,
  joined,
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
import { type FilterProps, PriceAlerts } from './price-alerts.tsx';

const moreText = (count: number) => `${formatNumber(count, 0)} more`;

const GPU_COUNTS = [1, 2, 4, 8];
const VRAM_GB = [0, 16, 24, 48, 80, 141];

function Filters({ filter, onChange }: FilterProps) {
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
      <PriceAlerts filter={filter} onChange={onChange} />
    </div>
  );
}

/** More rows take long to draw. */
const MAX_ROWS = 60;
/** Without a letter typed, ms: some providers take ten searches a minute. */
const TYPED_MS = 700;

/** Filter and offers, kept while the panel's page lives. */
const useLeft = create<{
  readonly filter: OfferFilter;
  /** The last one; null: none was read. */
  readonly report: RequestOutput<'readCloudOffers'> | null;
}>(() => ({ filter: ANY_OFFER, report: null }));

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

/** Offers of one kind: the cheapest, opened for the others. */
function Kind({ first, more }: ReturnType<typeof kindsOf<FoundOffer>>[number]) {
  const [isOpen, setIsOpen] = useState(false);
  const accounts = useApp((app) => app.accounts);
  const hide = useHiding();
  const { gpuCount, tier, terms, where, price } = first;
  const each = perGpuHour(first);
  const [next] = more;
  const details = [
    gpuCount !== null && `${gpuCount} ×`,
    joined([offerPlaceName(first, accounts), tier], ' '),
    terms === 'reserved' && 'reserved',
    where,
    ...price.extra.map((what) => `plus ${what}`),
  ];
  return (
    <li className="py-1.5">
      <div className="flex items-baseline gap-x-2 max-[259px]:flex-wrap">
        <span className="one-line min-w-0 grow font-medium" dir="auto" title={first.gpuText}>
          {offeredGpu(first) || 'Unknown GPU'}
        </span>
        <span className="shrink-0 tabular-nums">{hide(formatRate(price.perHour))}</span>
        <LaunchOffer offer={first} />
      </div>
      <div className="flex items-baseline gap-2 text-quiet text-small">
        <span className="min-w-0 grow break-words" dir="auto">
          {hide(joined(details))}
        </span>
        {gpuCount !== 1 && each !== null && (
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

/** The offers of all accounts and the public ones, the cheapest GPU first, and the price alerts. @param given at the start; null: the last filter */
export function CloudOffers({ given }: { readonly given: OfferFilter | null }) {
  const { filter, change, report, isBusy, refusal, refresh } = useCloudOffers(given);
  const accounts = useApp((app) => app.accounts);
  const open = publicProviders(accounts).map((id) => PROVIDERS[id].name);
  const { offers = [], problems = [] } = report ?? {};
  const kinds = kindsOf(foundOffers(offers, filter));
  const about = [
    report && `With ${DEFAULT_DISK_GB} GB of disk · updated ${clockTime(report.at)}`,
    report?.isComplete === false && 'the cheapest ones only',
    isBusy && 'Loading offers…',
    ...problems.map((place) => `${offerPlaceName(place, accounts)}: ${place.message}`),
  ];
  return (
    <>
      <Filters filter={filter} onChange={change} />
      <div className="flex min-h-8 items-center gap-1 pt-1 text-quiet text-small">
        <span className="min-w-0 grow break-words" role="status">
          {joined(about)}
        </span>
        <IconButton icon="refresh" label="Refresh" onClick={refresh} />
      </div>
      <RefusalText refusal={refusal} />
      {report === null && isBusy && <Loading height={148} title="Loading offers…" />}
      {report !== null && !isBusy && kinds.length === 0 && (
        <p className="py-2">
          {offers.length === 0 ? 'No offers available now.' : 'No offer matches.'}
        </p>
      )}
      <ul className="empty:hidden">
        {/* A list may name one offer twice. */}
        {keyed(kinds.slice(0, MAX_ROWS), ({ first }) => `${first.account} ${first.offer}`).map(
          ({ key, item }) => (
            <Kind {...item} key={key} />
          ),
        )}
      </ul>
      {kinds.length > MAX_ROWS && (
        <p className="text-quiet text-small">{moreText(kinds.length - MAX_ROWS)}</p>
      )}
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
