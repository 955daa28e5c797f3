import { useEffect, useEffectEvent, useState } from 'react';
import type { Offer } from '../../../shared/domain/offer-schemas.ts';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { useRequest } from '../../ui/index.ts';

/** The last reading of a service's offers and prices. */
export interface OfferLists {
  /** Null: its offers could not be read. */
  readonly report: RequestOutput<'readOffers'> | null;
  /** Its price list; empty: it could not be read. */
  readonly prices: readonly Offer[];
  /** When its offers were read, ms since the epoch. */
  readonly at: number;
}

/** The public offers and prices of a service, read when it is first shown and on request; a failed read keeps the last ones. */
export function useOffers(baseUrl: string) {
  const [services, setServices] = useState<Readonly<Record<string, OfferLists>>>({});
  const { isBusy, refusal, ask } = useRequest();
  const read = async (url: string) => {
    const reading = answerOf(bridge.readOffers({ baseUrl: url, list: 'prices' }));
    const offers = await ask(bridge.readOffers({ baseUrl: url, list: 'offers' }));
    const listed = await reading;
    setServices((before) => {
      const { report = null, prices = [], at = 0 } = before[url] ?? {};
      const next = {
        report: offers.ok ? offers.value : report,
        prices: listed.ok ? listed.value.offers : prices,
        at: offers.ok ? Date.now() : at,
      };
      return { ...before, [url]: next };
    });
  };
  const onShow = useEffectEvent((url: string) => {
    if (url !== '' && services[url] === undefined) void read(url);
  });
  useEffect(() => onShow(baseUrl), [baseUrl]);
  return { lists: services[baseUrl] ?? null, isBusy, refusal, refresh: () => void read(baseUrl) };
}
