import type { OfferFilter } from '../../../shared/offers/gpu-offer.ts';
import { filterText, MAX_WATCHES } from '../../../shared/offers/offer-filter.ts';
import { PROVIDERS, type ProviderId } from '../../../shared/providers/providers.ts';
import { usePreferences } from '../../preferences.ts';
import { useApp, useHiding } from '../../store.ts';
import { Button, IconButton, RefusalText, ScreenSection } from '../../ui/index.ts';

/** Adds an alert for what is shown, which is read by the accounts. */
export function NotifyMe({ filter }: { readonly filter: OfferFilter }) {
  const { preferences, refusal, change } = usePreferences();
  const hasAccount = useApp((app) => app.accounts.length > 0);
  const { priceWatches: watches } = preferences;
  const { gpu, maxPrice } = filter;
  const text = filterText(filter);
  if (!hasAccount || watches.some((watch) => filterText(watch) === text)) return null;
  const isFull = watches.length >= MAX_WATCHES;
  return (
    <>
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
          const watch = { ...filter, id: crypto.randomUUID(), maxPrice, isMet: false };
          void change({ priceWatches: [...watches, watch] });
        }}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}

export function PriceAlerts({ onShow }: { readonly onShow: (filter: OfferFilter) => void }) {
  const { preferences, refusal, change } = usePreferences();
  const accounts = useApp((app) => app.accounts);
  const hide = useHiding();
  const { priceWatches: watches } = preferences;
  if (watches.length === 0) return null;
  const isRead = (id: ProviderId | null) =>
    accounts.some(({ provider }) => id === null || provider === id);
  return (
    <ScreenSection className="pt-3" title="Price alerts">
      <ul className="text-small">
        {watches.map(({ id, isMet, ...filter }) => {
          const { provider } = filter;
          const text = hide(filterText(filter));
          return (
            <li className="flex min-h-7 items-center gap-2 py-1" key={id}>
              <span className="min-w-0 grow break-words" dir="auto">
                <button
                  className="min-h-6 text-left hover:underline"
                  onClick={() => onShow(filter)}
                  type="button"
                >
                  {text}
                </button>
                {!isRead(provider) && (
                  <span className="block text-quiet">
                    Needs an account{provider !== null && ` at ${PROVIDERS[provider].name}`}
                  </span>
                )}
              </span>
              <IconButton
                icon="close"
                label={`Remove: ${text}`}
                onClick={() => change({ priceWatches: watches.filter((each) => each.id !== id) })}
              />
            </li>
          );
        })}
      </ul>
      <RefusalText refusal={refusal} />
    </ScreenSection>
  );
}
