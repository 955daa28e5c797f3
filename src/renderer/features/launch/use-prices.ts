import { useEffect, useState } from 'react';
import type { Offer } from '../../../shared/domain/index.ts';
import { answerOf, bridge } from '../../bridge.ts';

/** Null: not read yet. */
interface Known {
  readonly prices: readonly Offer[] | null;
  readonly offers: readonly Offer[];
}

const UNKNOWN: Known = { prices: null, offers: [] };

/** The public prices and offers of a service; empty if they cannot be read. */
export function usePrices(baseUrl: string): Known {
  const [known, setKnown] = useState(UNKNOWN);
  useEffect(() => {
    let isCurrent = true;
    const read = async (list: 'pricing' | 'search') => {
      const answer = await answerOf(bridge.readOffers({ baseUrl, list }));
      return answer.ok ? answer.value.offers : [];
    };
    setKnown(UNKNOWN);
    Promise.all([read('pricing'), read('search')]).then(([prices, offers]) => {
      if (isCurrent) setKnown({ prices, offers });
    });
    return () => {
      isCurrent = false;
    };
  }, [baseUrl]);
  return known;
}
