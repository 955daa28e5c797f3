import type { OrderDraft } from '../../../shared/domain/order-draft.ts';
import {
  checkOrder,
  EMPTY_DRAFT,
  MIN_PASSWORD,
  type OrderPrice,
  orderPrice,
} from '../../../shared/domain/vm-order.ts';
import { formatMoney, formatRate } from '../../../shared/format/index.ts';
import { orderCosts } from '../../../shared/launch/launch.ts';
import { Money } from '../../ui/index.ts';
import type { OfferLists } from '../offers/use-offers.ts';
import { messages } from './messages.ts';

export type DraftPrice = OrderPrice | 'incomplete' | 'noPeriod' | 'loading' | 'unknown';

/** The price of the hardware in the draft: disk, template and login do not change it. */
export function priceOf(draft: OrderDraft, lists: OfferLists | null): DraftPrice {
  const { node, gpuType, gpuCount, rental, months } = draft;
  const priced = { ...EMPTY_DRAFT, node: node || '-', gpuType, gpuCount, rental, months };
  const checked = checkOrder({ ...priced, template: '100', login: 'password' }, MIN_PASSWORD);
  if (!checked.ok)
    return Object.keys(checked.errors).join() === 'months' ? 'noPeriod' : 'incomplete';
  if (lists === null) return 'loading';
  const { report, prices } = lists;
  return orderPrice(checked.order, { offers: report?.offers ?? [], prices }) ?? 'unknown';
}

/** Per hour, and for the period of a reservation or per day and month. */
export function Price({ price }: { readonly price: DraftPrice }) {
  if (typeof price === 'string') return <p className="text-quiet">{messages.noPrice[price]}</p>;
  const { perDay, perMonth, period } = orderCosts(price);
  return (
    <div>
      <p className="font-semibold text-title">
        <Money amount={price.perHour} per="h" />
      </p>
      <p className="text-quiet text-small">
        {period === null ? (
          <>
            <Money amount={perDay} /> {messages.perDay} · <Money amount={perMonth} />{' '}
            {messages.perMonth}
          </>
        ) : (
          <>
            <Money amount={period.cost} /> {messages.forPeriod(period.months)}
          </>
        )}
      </p>
    </div>
  );
}

export function launchLabel(price: DraftPrice, hideAmounts: boolean): string {
  if (typeof price === 'string') return messages.launchUnknown;
  if (hideAmounts) return messages.launch;
  const { period } = orderCosts(price);
  if (period === null) return messages.launchFor(formatRate(price.perHour));
  return messages.launchFor(`${formatMoney(period.cost)} ${messages.forPeriod(period.months)}`);
}
