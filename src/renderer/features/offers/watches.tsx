import { type FormEvent, useId, useState } from 'react';
import type { Offer } from '../../../shared/domain/offer-schemas.ts';
import { formatRate } from '../../../shared/format/index.ts';
import { cheapest, MAX_WATCHES } from '../../../shared/offers/price-watch.ts';
import { usePreferences } from '../../preferences.ts';
import { Button, IconButton, RefusalText, ScreenSection } from '../../ui/index.ts';
import { messages, watchText } from './messages.ts';

interface NewWatchProps {
  readonly baseUrl: string;
  readonly gpuType: string;
  readonly offers: readonly Offer[];
  readonly onAdded: () => void;
}

/** One sentence with its numbers inline. */
export function NewWatch({ baseUrl, gpuType, offers, onAdded }: NewWatchProps) {
  const { preferences, refusal, change } = usePreferences();
  const { priceWatches: watches } = preferences;
  const [problem, setProblem] = useState<string | null>(null);
  const note = useId();
  const price = cheapest({ gpuType, minGpus: 1 }, offers)?.price;
  if (watches.length >= MAX_WATCHES)
    return <p className="py-1.5 pl-4 text-small">{messages.watch.tooMany(MAX_WATCHES)}</p>;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const number = (name: string) => Number(String(values.get(name)).trim().replace(',', '.'));
    const [minGpus, maxPrice] = [number('minGpus'), number('maxPrice')];
    const isValid = Number.isInteger(minGpus) && minGpus >= 1 && minGpus <= 1_000 && maxPrice > 0;
    setProblem(isValid ? null : messages.invalidWatch);
    if (!isValid) return;
    const id = crypto.randomUUID();
    const watch = { id, baseUrl, gpuType, minGpus, maxPrice, isMet: false };
    if ((await change({ priceWatches: [...watches, watch] })).ok) onAdded();
  };
  const field = (name: string, label: string, value: string) => (
    <input
      aria-describedby={problem === null ? undefined : note}
      aria-invalid={problem !== null}
      aria-label={label}
      className="h-7 w-16 rounded-md border border-edge bg-raised px-2 text-right select-text"
      defaultValue={value}
      inputMode="decimal"
      maxLength={9}
      name={name}
    />
  );
  return (
    <form
      className="flex flex-wrap items-center gap-1.5 py-1.5 pl-4 text-small"
      noValidate
      onSubmit={submit}
    >
      {messages.watch.start}
      {field('minGpus', messages.watch.minGpus, '1')}
      {messages.watch.atMost}
      {field('maxPrice', messages.watch.maxPrice, price === undefined ? '' : price.toFixed(2))}
      {messages.watch.end}
      <Button type="submit" label={messages.watch.add} />
      {problem !== null && (
        <p className="basis-full text-amber text-small" id={note} role="alert">
          {problem}
        </p>
      )}
      <RefusalText refusal={refusal} />
    </form>
  );
}

interface WatchesProps {
  readonly baseUrl: string;
  readonly offers: readonly Offer[] | null;
}

/** The watched prices of a service, each with its price now. */
export function Watches({ baseUrl, offers }: WatchesProps) {
  const { preferences, refusal, change } = usePreferences();
  const { priceWatches: watches } = preferences;
  const own = watches.filter((watch) => watch.baseUrl === baseUrl);
  if (own.length === 0) return null;
  return (
    <div className="pt-3">
      <ScreenSection title={messages.watches}>
        <ul>
          {own.map((watch) => {
            const text = watchText(watch, formatRate(watch.maxPrice));
            const now = offers && cheapest(watch, offers);
            return (
              <li className="flex items-center gap-2 py-1" key={watch.id}>
                <span className="min-w-0 grow" dir="auto">
                  {text}
                  {offers !== null && (
                    <span className="block text-quiet text-small">
                      {now === null ? messages.noneNow : messages.now(formatRate(now.price))}
                    </span>
                  )}
                </span>
                <IconButton
                  icon="close"
                  label={`${messages.removeWatch}: ${text}`}
                  onClick={() =>
                    change({ priceWatches: watches.filter(({ id }) => id !== watch.id) })
                  }
                />
              </li>
            );
          })}
        </ul>
        <RefusalText refusal={refusal} />
      </ScreenSection>
    </div>
  );
}
