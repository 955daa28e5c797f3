import {
  createHttp,
  type PublicList,
  parseBaseUrl,
  readOffers,
} from '../../core/providers/index.ts';
import { monthCount, type Offer, orderPrice, type VmOrder } from '../../shared/domain/index.ts';
import { formatMoney, formatRate } from '../../shared/format/index.ts';
import { orderCosts, priceBasis } from '../../shared/launch/index.ts';
import * as messages from '../messages.ts';
import type { Context } from '../user.ts';

type PricePorts = Pick<Context, 'network' | 'signal'>;

/** The offers or prices of a service; none where they cannot be read. */
async function readList(
  list: PublicList,
  baseUrl: string,
  { network, signal }: PricePorts,
): Promise<readonly Offer[]> {
  const base = parseBaseUrl(baseUrl);
  if (!base.ok) return [];
  try {
    return (await readOffers(createHttp(base.url, network), list, signal)).offers;
  } catch {
    signal.throwIfAborted();
    return [];
  }
}

/** One line, or two for a reservation. @throws the signal's reason */
export async function priceLines(
  order: VmOrder,
  baseUrl: string,
  currency: string,
  ports: PricePorts,
): Promise<readonly string[]> {
  const [offers, prices] = await Promise.all([
    readList('search', baseUrl, ports),
    readList('pricing', baseUrl, ports),
  ]);
  const price = orderPrice(order, { offers, prices });
  if (price === null) return [messages.launch.priceUnknown];
  const { perDay, perMonth, period } = orderCosts(price);
  const money = (amount: number) => formatMoney(amount, currency);
  const line = messages.launch.price(
    [formatRate(price.perHour, currency), money(perDay), money(perMonth)],
    priceBasis(price),
  );
  if (period === null) return [line];
  return [line, messages.launch.period(money(period.cost), monthCount(period.months))];
}
