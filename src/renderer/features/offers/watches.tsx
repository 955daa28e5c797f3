import { type FormEvent, useId, useState } from 'react';
import { formatRate } from '../../../shared/format/index.ts';
import type { RequestOutput } from '../../../shared/ipc/index.ts';
import { cheapest, MAX_WATCHES, type PriceWatch } from '../../../shared/offers/index.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Button, IconButton, RefusalText, Select, useRequest } from '../../ui/index.ts';
import { choicesOf } from './filters.tsx';
import { messages, watchText } from './messages.ts';

type Offers = RequestOutput<'readOffers'>['offers'];

interface WatchRowProps {
  readonly watch: PriceWatch;
  /** Null: not known. */
  readonly offers: Offers | null;
  readonly onRemove: () => void;
}

/** The watched price, and the price now. */
function WatchRow({ watch, offers, onRemove }: WatchRowProps) {
  const currency = useApp(({ preferences }) => preferences.currency);
  const text = watchText(watch, formatRate(watch.maxPrice, currency));
  const now = offers && cheapest(watch, offers);
  return (
    <li className="flex items-center gap-2 border-line border-t py-1.5 first:border-t-0">
      <span className="min-w-0 grow" dir="auto">
        {text}
        {offers !== null && (
          <span className="block text-quiet text-small">
            {now === null ? messages.noneNow : `${messages.now} ${formatRate(now.price, currency)}`}
          </span>
        )}
      </span>
      <IconButton icon="close" label={`${messages.removeWatch}: ${text}`} onClick={onRemove} />
    </li>
  );
}

interface NewWatchProps {
  readonly gpuTypes: readonly string[];
  readonly onAdd: (watch: Pick<PriceWatch, 'gpuType' | 'minGpus' | 'maxPrice'>) => void;
}

/** One sentence with its numbers inline. */
function NewWatch({ gpuTypes, onAdd }: NewWatchProps) {
  const currency = useApp(({ preferences }) => preferences.currency);
  const [gpuType, setGpuType] = useState(gpuTypes[0] ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const note = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const number = (name: string) => Number(String(values.get(name)).trim().replace(',', '.'));
    const [minGpus, maxPrice] = [number('minGpus'), number('maxPrice')];
    const isValid = Number.isInteger(minGpus) && minGpus >= 1 && minGpus <= 1_000 && maxPrice > 0;
    setProblem(isValid ? null : messages.invalidWatch);
    if (!isValid) return;
    onAdd({ gpuType, minGpus, maxPrice });
    event.currentTarget.reset();
  };
  const field = (name: string, label: string, value: string) => (
    <input
      aria-describedby={problem === null ? undefined : note}
      aria-invalid={problem !== null}
      aria-label={label}
      className="h-7 w-14 rounded-md border border-edge bg-raised px-2 text-right select-text"
      defaultValue={value}
      inputMode="decimal"
      maxLength={9}
      name={name}
    />
  );
  return (
    <form className="flex flex-wrap items-center gap-1.5 py-1.5" noValidate onSubmit={submit}>
      {messages.watch.start}
      {field('minGpus', messages.watch.minGpus, '1')}
      {messages.watch.orMore}
      <Select
        aria-label={messages.gpuLabel}
        onChange={setGpuType}
        options={choicesOf([gpuType, ...gpuTypes]).map((value) => ({ value, label: value }))}
        value={gpuType}
      />
      {messages.watch.atMost}
      {field('maxPrice', messages.watch.maxPrice, '')}
      {messages.watch.end(currency)}
      <Button type="submit" label={messages.watch.add} />
      {problem !== null && (
        <p className="basis-full text-amber text-small" id={note} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

/** The watched prices of a service. @param offers of that service now; null: not known */
export function Watches({
  baseUrl,
  offers,
}: {
  readonly baseUrl: string;
  readonly offers: Offers | null;
}) {
  const all = useApp(({ preferences }) => preferences.priceWatches);
  const { refusal, ask } = useRequest();
  const change = (priceWatches: readonly PriceWatch[]) =>
    void ask(bridge.changePreferences({ priceWatches }));
  const gpuTypes = choicesOf((offers ?? []).map(({ gpuType }) => gpuType));
  const own = all.filter((watch) => watch.baseUrl === baseUrl);
  const isAddable = all.length < MAX_WATCHES && gpuTypes.length > 0;
  if (own.length === 0 && !isAddable) return null;
  return (
    <details className="py-1.5" open={own.length > 0}>
      <summary className="text-quiet text-small hover:text-ink">{messages.watches}</summary>
      <ul>
        {own.map((watch) => (
          <WatchRow
            key={watch.id}
            offers={offers}
            onRemove={() => change(all.filter(({ id }) => id !== watch.id))}
            watch={watch}
          />
        ))}
      </ul>
      {isAddable && (
        <NewWatch
          gpuTypes={gpuTypes}
          onAdd={(watch) =>
            change([...all, { ...watch, id: crypto.randomUUID(), baseUrl, isMet: false }])
          }
        />
      )}
      <RefusalText refusal={refusal} />
    </details>
  );
}
