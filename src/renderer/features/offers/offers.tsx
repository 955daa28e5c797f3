import { useState } from 'react';
import type { OrderDraft } from '../../../shared/domain/order-draft.ts';
import { clockTime } from '../../../shared/format/index.ts';
import { groupOffers, type OfferGroup } from '../../../shared/offers/offer-groups.ts';
import { Button, IconButton, keyed, Loading, RefusalText } from '../../ui/index.ts';
import { Group } from './group.tsx';
import { messages, partialText, readAt } from './messages.ts';
import type { OfferLists, useOffers } from './use-offers.ts';
import { Watches } from './watches.tsx';

const sizeOf = (groups: readonly OfferGroup[]) =>
  groups.reduce((sum, { rows }) => sum + rows.length, groups.length);

interface GroupsProps extends Pick<OffersProps, 'baseUrl' | 'onLaunch'> {
  readonly lists: OfferLists;
}

function Groups({ lists: { report, prices }, baseUrl, onLaunch }: GroupsProps) {
  const [withFull, setWithFull] = useState(false);
  const offers = report?.offers ?? [];
  const all = groupOffers(offers, prices, true);
  const free = groupOffers(offers, prices, false);
  const groups = withFull || offers.length === 0 ? all : free;
  const note = report === null ? '' : partialText(report);
  return (
    <>
      {groups.length === 0 && (
        <p className="py-2">{all.length === 0 ? messages.empty : messages.nothingFree}</p>
      )}
      <ul>
        {keyed(groups, ({ name }) => name).map(({ key, item }) => (
          <Group baseUrl={baseUrl} group={item} key={key} offers={offers} onLaunch={onLaunch} />
        ))}
      </ul>
      {note !== '' && <p className="text-quiet text-small">{note}</p>}
      {offers.length > 0 && sizeOf(free) < sizeOf(all) && (
        <div className="pt-2">
          <Button
            label={withFull ? messages.hideFull : messages.showFull}
            onClick={() => setWithFull(!withFull)}
            tone="link"
          />
        </div>
      )}
    </>
  );
}

interface OffersProps extends ReturnType<typeof useOffers> {
  readonly baseUrl: string;
  /** Null: no account at this service can launch. */
  readonly onLaunch: ((draft: OrderDraft) => void) | null;
}

/** The public offers of a service, and the watched prices. */
export function Offers({ lists, isBusy, refusal, refresh, baseUrl, onLaunch }: OffersProps) {
  const isUnread = lists === null || (lists.report === null && lists.prices.length === 0);
  return (
    <>
      {lists === null && (
        <Loading title={messages.loading}>
          {['first', 'second', 'third'].map((group) => (
            <div className="skeleton h-11" key={group} />
          ))}
        </Loading>
      )}
      {lists !== null && isUnread && (
        <div className="grid justify-items-start gap-2 py-3">
          <RefusalText refusal={refusal} />
          <Button isBusy={isBusy} label={messages.tryAgain} onClick={refresh} />
        </div>
      )}
      {lists !== null && !isUnread && (
        <>
          <div className="flex min-h-8 items-center gap-1 text-quiet text-small">
            <span className="grow" role="status">
              {isBusy ? messages.loading : readAt(clockTime(lists.at))}
            </span>
            <IconButton icon="refresh" label={messages.refresh} onClick={refresh} />
          </div>
          <RefusalText refusal={refusal} />
          <Groups baseUrl={baseUrl} lists={lists} onLaunch={onLaunch} />
        </>
      )}
      <Watches baseUrl={baseUrl} offers={lists?.report?.offers ?? null} />
    </>
  );
}
