import type { OfferFilter } from '../../../shared/offers/gpu-offer.ts';
import { filterText, MAX_WATCHES } from '../../../shared/offers/offer-filter.ts';
import { PROVIDERS } from '../../../shared/providers/providers.ts';
import { usePreferences } from '../../preferences.ts';
import { useApp, useHiding } from '../../store.ts';
import { Button, IconButton, RefusalText, ScreenSection } from '../../ui/index.ts';

export interface FilterProps {
  readonly filter: OfferFilter;
  readonly onChange: (filter: OfferFilter) => void;
}

/** A button that adds an alert for what is shown, which is read by the accounts, and all alerts. */
export function PriceAlerts({ filter: shown, onChange }: FilterProps) {
  const { preferences, refusal, change } = usePreferences();
  const accounts = useApp((app) => app.accounts);
  const hide = useHiding();
  const { priceWatches: watches } = preferences;
  const { gpu, maxPrice } = shown;
  const isKnown = watches.some((watch) => filterText(watch) === filterText(shown));
  const isFull = watches.length >= MAX_WATCHES;
  return (
    <>
      {accounts.length > 0 && !isKnown && (
        <Button
          hint={
            isFull
              ? `There are ${MAX_WATCHES} price alerts. Remove one first.`
              : 'Enter a GPU and a price. You are notified when an offer matches all filters.'
          }
          isDisabled={isFull || maxPrice === null || gpu.trim() === ''}
          label="Notify me at this price"
          onClick={() => {
            if (maxPrice === null) return;
            const watch = { ...shown, id: crypto.randomUUID(), maxPrice, isMet: false };
            void change({ priceWatches: [...watches, watch] });
          }}
        />
      )}
      <RefusalText refusal={refusal} />
      {watches.length > 0 && (
        <ScreenSection className="w-full pt-3" title="Price alerts">
          <ul>
            {watches.map(({ id, isMet, ...filter }) => {
              const { provider } = filter;
              const isRead = accounts.some((each) => [null, each.provider].includes(provider));
              const text = hide(filterText(filter));
              return (
                <li className="flex min-h-7 items-center gap-2 py-1" key={id}>
                  <span className="min-w-0 grow break-words" dir="auto">
                    <button
                      className="min-h-6 text-left hover:underline"
                      onClick={() => onChange(filter)}
                      type="button"
                    >
                      {text}
                    </button>
                    {!isRead && (
                      <span className="block text-quiet">
                        Needs an account{provider !== null && ` at ${PROVIDERS[provider].name}`}
                      </span>
                    )}
                  </span>
                  <IconButton
                    icon="close"
                    label={`Remove: ${text}`}
                    onClick={() =>
                      change({ priceWatches: watches.filter((each) => each.id !== id) })
                    }
                  />
                </li>
              );
            })}
          </ul>
        </ScreenSection>
      )}
    </>
  );
}
