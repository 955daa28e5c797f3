import { type ReactNode, useState } from 'react';
import { matchesOffer, type OfferFilter, rentalName } from '../../../shared/domain/index.ts';
import type { RequestOutput } from '../../../shared/ipc/index.ts';
import { useApp } from '../../store.ts';
import { Button, Select } from '../../ui/index.ts';
import { atLeastLabel, countLabel, messages } from './messages.ts';
import { OfferTable } from './offer-table.tsx';

type Report = RequestOutput<'readOffers'>;

const NONE: OfferFilter = { gpuType: null, minGpus: null, maxPrice: null, rentalType: null };

const COUNTS = [1, 2, 4, 8];

/** The known values, sorted, each once. */
export function choicesOf(values: readonly (string | null)[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== null).toSorted();
}

/** The price that was typed; null: none, or not a number. */
function readPrice(typed: string): number | null {
  const price = Number(typed.trim().replace(',', '.'));
  return typed.trim() !== '' && price >= 0 ? price : null;
}

interface OfferFiltersProps {
  readonly report: Report;
  readonly baseUrl: string;
  /** Beside the number of offers. */
  readonly updated: ReactNode;
  /** Above the table. */
  readonly children: ReactNode;
}

/** The offers that match the filters. */
export function OfferFilters({ report, baseUrl, updated, children }: OfferFiltersProps) {
  const { offers } = report;
  const currency = useApp(({ preferences }) => preferences.currency);
  const [filter, setFilter] = useState(NONE);
  const change = (part: Partial<OfferFilter>) => setFilter({ ...filter, ...part });
  const [price, setPrice] = useState('');
  const clear = () => {
    setFilter(NONE);
    setPrice('');
  };
  const matching = offers.filter((offer) => matchesOffer(offer, filter));
  // A refresh may have removed the chosen ones.
  const gpuTypes = choicesOf([filter.gpuType, ...offers.map((offer) => offer.gpuType)]);
  const rentals = choicesOf([filter.rentalType, ...offers.map((offer) => offer.rentalType)]);
  return (
    <>
      <search className="flex flex-wrap gap-2 py-2 text-small">
        <Select
          aria-label={messages.gpuLabel}
          onChange={(chosen) => change({ gpuType: chosen === '' ? null : chosen })}
          options={[
            { value: '', label: messages.anyGpu },
            ...gpuTypes.map((value) => ({ value, label: value })),
          ]}
          value={filter.gpuType ?? ''}
        />
        <Select
          aria-label={messages.countLabel}
          onChange={(chosen) => change({ minGpus: chosen === 0 ? null : chosen })}
          options={[0, ...COUNTS].map((value) => ({
            value,
            label: value === 0 ? messages.anyCount : atLeastLabel(value),
          }))}
          value={filter.minGpus ?? 0}
        />
        {rentals.length > 0 && (
          <Select
            aria-label={messages.rentalLabel}
            onChange={(chosen) => change({ rentalType: chosen === '' ? null : chosen })}
            options={[
              { value: '', label: messages.anyRental },
              ...rentals.map((value) => ({ value, label: rentalName(value) })),
            ]}
            value={filter.rentalType ?? ''}
          />
        )}
        <input
          aria-label={messages.maxPrice(currency)}
          className="h-7 w-20 rounded-md border border-edge bg-raised px-2 select-text"
          inputMode="decimal"
          maxLength={12}
          onChange={({ currentTarget: { value } }) => {
            setPrice(value);
            change({ maxPrice: readPrice(value) });
          }}
          placeholder={messages.maxPricePlaceholder(currency)}
          value={price}
        />
      </search>
      <div className="flex items-center gap-2 text-quiet text-small">
        <p role="status">{countLabel(matching.length, report)}</p>
        {updated}
      </div>
      {children}
      {matching.length > 0 ? (
        <OfferTable baseUrl={baseUrl} offers={matching} />
      ) : (
        <div className="grid justify-items-start gap-2 py-3">
          <p className="text-quiet">{messages.noMatch}</p>
          <Button label={messages.clear} onClick={clear} />
        </div>
      )}
    </>
  );
}
