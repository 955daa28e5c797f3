import { useEffect, useEffectEvent, useState } from 'react';
import { clockTime } from '../../../shared/format/index.ts';
import type { RequestInput, RequestOutput } from '../../../shared/ipc/index.ts';
import { bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import {
  Button,
  IconButton,
  RefusalText,
  ScreenFrame,
  Segments,
  Select,
  useRequest,
} from '../../ui/index.ts';
import { OfferFilters } from './filters.tsx';
import { messages, readAt } from './messages.ts';
import { Watches } from './watches.tsx';

type Report = RequestOutput<'readOffers'>;
type List = RequestInput<'readOffers'>['list'];

const LISTS = (['search', 'pricing'] as const).map((value) => ({
  value,
  label: messages.lists[value],
}));

function Loading({ list }: { readonly list: List }) {
  return (
    <div aria-busy="true" className="grid gap-2 py-2">
      <p className="sr-only" role="status">
        {messages.loading[list]}
      </p>
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((row) => (
        <div className="skeleton h-6" key={row} />
      ))}
    </div>
  );
}

/** Reads a list when it opens, and again on request; the last response stays until the next one. */
function ReadOffers({ baseUrl, list }: RequestInput<'readOffers'>) {
  const [last, setLast] = useState<{ report: Report; at: number } | null>(null);
  const { isBusy, refusal, ask } = useRequest();
  const read = async () => {
    if (isBusy) return;
    const answer = await ask(bridge.readOffers({ baseUrl, list }));
    if (answer.ok) setLast({ report: answer.value, at: Date.now() });
  };
  const onOpen = useEffectEvent(read);
  useEffect(() => void onOpen(), []);
  const offers = last?.report.offers ?? null;
  const watches = list === 'search' && <Watches baseUrl={baseUrl} offers={offers} />;
  if (last === null)
    return (
      <>
        {refusal === null ? (
          <Loading list={list} />
        ) : (
          <div className="grid justify-items-start gap-2 py-3">
            <RefusalText refusal={refusal} />
            <Button label={messages.tryAgain} onClick={read} />
          </div>
        )}
        {watches}
      </>
    );
  const { report, at } = last;
  const updated = (
    <span className="ml-auto flex items-center gap-1 whitespace-nowrap text-quiet text-small">
      <span role="status">{isBusy ? messages.loading[list] : readAt(clockTime(at))}</span>
      <IconButton icon="refresh" label={messages.refresh} onClick={read} />
    </span>
  );
  const more = (
    <>
      <RefusalText refusal={refusal} />
      {watches}
    </>
  );
  return (
    <>
      {report.count > 0 ? (
        <OfferFilters report={report} baseUrl={baseUrl} updated={updated}>
          {more}
        </OfferFilters>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 py-2">
            <p>{messages.empty[list]}</p>
            {updated}
          </div>
          {more}
        </>
      )}
    </>
  );
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '');

/** The public offers and prices of a service. */
export function Offers({ baseUrl }: { readonly baseUrl: string }) {
  const accounts = useApp((app) => app.accounts);
  // A price alert stays after the last account at its service is signed out.
  const watches = useApp(({ preferences }) => preferences.priceWatches);
  const [list, setList] = useState<List>('search');
  const services = [...new Set([{ baseUrl }, ...accounts, ...watches].map((one) => one.baseUrl))];
  return (
    <ScreenFrame title={messages.title}>
      <div className="grid gap-2">
        <Segments
          label={messages.title}
          name="list"
          onChange={setList}
          options={LISTS}
          value={list}
        />
        {services.length > 1 && (
          <Select
            aria-label={messages.service}
            onChange={(url) => go({ kind: 'offers', baseUrl: url })}
            options={services.map((url) => ({ value: url, label: withoutScheme(url) }))}
            value={baseUrl}
          />
        )}
      </div>
      <ReadOffers baseUrl={baseUrl} key={`${list} ${baseUrl}`} list={list} />
    </ScreenFrame>
  );
}
