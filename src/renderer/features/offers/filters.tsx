import { type ReactNode, useState } from 'react';
import { typedAmount } from '../../../shared/format/index.ts';
import type { OfferFilter } from '../../../shared/offers/gpu-offer.ts';
import { PROVIDER_IDS, PROVIDERS, type ProviderId } from '../../../shared/providers/providers.ts';
import { Check, Select } from '../../ui/index.ts';
import { messages } from './messages.ts';

const GPU_COUNTS = [1, 2, 4, 8];
const VRAM_GB = [0, 16, 24, 48, 80, 141];

/** With the value of an alert, which may be another one. */
const withValue = (values: readonly number[], value: number) =>
  [...new Set([...values, value])].toSorted((a, b) => a - b);

interface FiltersProps {
  readonly filter: OfferFilter;
  readonly onChange: (filter: OfferFilter) => void;
  readonly children: ReactNode;
}

export function Filters({ filter, onChange, children }: FiltersProps) {
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
      {input(messages.gpu, filter.gpu, (gpu) => onChange({ ...filter, gpu }))}
      <Select
        aria-label={messages.minGpus}
        onChange={(minGpus) => onChange({ ...filter, minGpus })}
        options={withValue(GPU_COUNTS, filter.minGpus).map((value) => ({
          value,
          label: messages.gpus(value),
        }))}
        value={filter.minGpus}
      />
      {input(messages.maxPrice, isTyped ? typed : `${maxPrice ?? ''}`, (text) => {
        setTyped(text);
        onChange({ ...filter, maxPrice: typedAmount(text) || null });
      })}
      <Select
        aria-label={messages.minVram}
        onChange={(gb) => onChange({ ...filter, minVramGb: gb || null })}
        options={withValue(VRAM_GB, filter.minVramGb ?? 0).map((value) => ({
          value,
          label: messages.vram(value),
        }))}
        value={filter.minVramGb ?? 0}
      />
      <Select<ProviderId | ''>
        aria-label={messages.cloud}
        onChange={(provider) => onChange({ ...filter, provider: provider || null })}
        options={[
          { value: '', label: messages.allClouds },
          ...PROVIDER_IDS.map((value) => ({ value, label: PROVIDERS[value].name })),
        ]}
        value={filter.provider ?? ''}
      />
      <Check
        isOn={filter.isInterruptible}
        label={messages.interruptible}
        onChange={(isInterruptible) => onChange({ ...filter, isInterruptible })}
      />
      {children}
    </div>
  );
}
