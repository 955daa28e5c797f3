import { useId, useState } from 'react';
import type { Offer } from '../../../shared/domain/offer-schemas.ts';
import type { OrderDraft } from '../../../shared/domain/order-draft.ts';
import { draftOfOffer } from '../../../shared/domain/vm-order.ts';
import { formatMoney } from '../../../shared/format/index.ts';
import type { OfferGroup } from '../../../shared/offers/offer-groups.ts';
import { Button, Icon, keyed } from '../../ui/index.ts';
import { freeText, messages, moreNodes, ofMachine } from './messages.ts';
import { NewWatch } from './watches.tsx';

/** More rows take long to draw. */
const MAX_ROWS = 50;

type Prices = OfferGroup['prices'];

function priceText(prices: Prices): string {
  return prices.map(({ rental, price }) => `${formatMoney(price)} ${rental}`).join(' · ');
}

/** A label that screen readers read with what it acts on. */
function named(label: string, target: string) {
  return (
    <>
      {label}
      <span className="sr-only"> {target}</span>
    </>
  );
}

/** Reservations are shown with the nodes, unless there is nothing else. */
function isReserved({ rental }: Prices[number]): boolean {
  return rental.startsWith('reserved');
}

function usualOf(prices: Prices): Prices {
  const usual = prices.filter((price) => !isReserved(price));
  return usual.length > 0 ? usual : prices;
}

function summaryOf({ prices, free, rows, unit }: OfferGroup): string {
  const shown = usualOf(prices);
  const isRange = shown.length > 1 || rows.some((row) => row.prices[0]?.price !== prices[0]?.price);
  const from = isRange && shown.length > 0 ? 'from ' : '';
  const count = free === null ? [] : [freeText(free)];
  const machine = unit > 1 && shown.length > 0 ? [ofMachine] : [];
  return [`${from}${priceText(shown)}`, ...machine, ...count]
    .filter((part) => part !== '')
    .join(' · ');
}

interface GroupProps {
  readonly group: OfferGroup;
  readonly baseUrl: string;
  readonly offers: readonly Offer[];
  readonly onLaunch: ((draft: OrderDraft) => void) | null;
}

/** The nodes of a group, each with a button that launches there, and its prices where they differ from the group's. */
function Nodes({ group, onLaunch }: Pick<GroupProps, 'group' | 'onLaunch'>) {
  const usual = usualOf(group.prices);
  const usualText = priceText(usual);
  const more = [...group.prices.filter((price) => !usual.includes(price)), ...group.more];
  const hidden = group.rows.length - MAX_ROWS;
  return (
    <>
      <ul>
        {keyed(group.rows.slice(0, MAX_ROWS), (row) => JSON.stringify(row)).map(
          ({ key, item: { node, free, prices, offer } }) => (
            <li className="flex min-h-8 flex-wrap items-center gap-x-2 pl-4 text-small" key={key}>
              <span className="one-line min-w-0" dir="auto" title={node ?? undefined}>
                {node ?? messages.noNode}
              </span>
              {free !== null && <span className="text-quiet">{freeText(free)}</span>}
              {onLaunch !== null && free !== 0 && (
                <span className="ml-auto">
                  <Button
                    label={named(
                      messages.launch,
                      messages.launchOn(group.name, node ?? messages.noNode),
                    )}
                    onClick={() => onLaunch(draftOfOffer(offer))}
                    tone="link"
                  />
                </span>
              )}
              {priceText(usualOf(prices)) !== usualText && (
                <span className="basis-full text-quiet" dir="auto">
                  {priceText(usualOf(prices))}
                </span>
              )}
            </li>
          ),
        )}
      </ul>
      {hidden > 0 && <p className="pl-4 text-quiet text-small">{moreNodes(hidden)}</p>}
      {more.length > 0 && <p className="pl-4 text-quiet text-small">{priceText(more)}</p>}
    </>
  );
}

/** The offers of a GPU type in two lines, opened for its nodes or to watch its price. */
export function Group({ group, baseUrl, offers, onLaunch }: GroupProps) {
  const [opened, setOpened] = useState<'nodes' | 'watch' | null>(null);
  const toggle = (part: 'nodes' | 'watch') => setOpened(opened === part ? null : part);
  const content = useId();
  const { name, gpuType } = group;
  return (
    <li className="py-1.5">
      <div className="flex items-center gap-2 max-[279px]:flex-wrap">
        <button
          aria-controls={content}
          aria-expanded={opened === 'nodes'}
          className="flex min-h-7 min-w-0 grow items-center text-left font-medium"
          onClick={() => toggle('nodes')}
          type="button"
        >
          <span className="text-quiet">
            <Icon name={opened === 'nodes' ? 'down' : 'right'} />
          </span>
          <span className="one-line" dir="auto" title={name}>
            {name}
          </span>
        </button>
        <span className="flex shrink-0 gap-2">
          {gpuType !== null && (
            <Button label={named(messages.watch.open, name)} onClick={() => toggle('watch')} />
          )}
          {onLaunch !== null && group.free !== 0 && (
            <Button
              label={named(messages.launch, name)}
              onClick={() => onLaunch(draftOfOffer(group.offer))}
            />
          )}
        </span>
      </div>
      <p className="pt-1 pl-4 text-quiet text-small">{summaryOf(group)}</p>
      <div id={content}>
        {opened === 'nodes' && <Nodes group={group} onLaunch={onLaunch} />}
        {opened === 'watch' && gpuType !== null && (
          <NewWatch
            baseUrl={baseUrl}
            gpuType={gpuType}
            offers={offers}
            onAdded={() => setOpened(null)}
          />
        )}
      </div>
    </li>
  );
}
