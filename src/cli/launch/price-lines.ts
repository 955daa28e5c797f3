import {
  type PublicList,
  parseBaseUrl,
  publicHttp,
  readOffers,
  ServiceError,
} from '../../core/providers/index.ts';
import type { OfferList } from '../../shared/domain/offer.ts';
import { type OrderPrice, orderPrice, type VmOrder } from '../../shared/domain/vm-order.ts';
import { formatMoney, formatRate, monthCount } from '../../shared/format/index.ts';
import { orderCosts, priceBasis } from '../../shared/launch/launch.ts';
import * as messages from '../messages.ts';
import { problemLine } from '../problems.ts';
import type { Context } from '../user.ts';

/** `problem`: why it may lack some. */
type ReadList = Pick<OfferList, 'offers' | 'problem'>;

type PricePorts = Pick<Context, 'network' | 'signal'>;

/** The offers or prices of a service. */
async function readList(
  list: PublicList,
  baseUrl: string,
  { network, signal }: PricePorts,
): Promise<ReadList> {
  const base = parseBaseUrl(baseUrl);
  if (!base.ok) return { offers: [], problem: null };
  try {
    return await readOffers(publicHttp(base.url, network), list, signal);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { offers: [], problem: error.problem };
  }
}

export interface FoundPrice {
  /** Null: unknown. */
  readonly price: OrderPrice | null;
  /** One, or two for a reservation. */
  readonly lines: readonly string[];
}

/** The price of the GPUs of an order. @throws the signal's reason */
export async function findPrice(
  order: VmOrder,
  baseUrl: string,
  ports: PricePorts,
): Promise<FoundPrice> {
  const [search, pricing] = await Promise.all([
    readList('offers', baseUrl, ports),
    readList('prices', baseUrl, ports),
  ]);
  const price = orderPrice(order, { offers: search.offers, prices: pricing.offers });
  if (price === null) {
    const problem = search.problem ?? pricing.problem;
    const why = problem === null ? null : problemLine(problem, { now: ports.network.clock.now() });
    return { price, lines: [messages.launch.priceUnknown(why)] };
  }
  const { perDay, perMonth, period } = orderCosts(price);
  const line = messages.launch.price(
    [formatRate(price.perHour), formatMoney(perDay), formatMoney(perMonth)],
    priceBasis(price),
  );
  const sum = period && messages.launch.period(formatMoney(period.cost), monthCount(period.months));
  return { price, lines: sum === null ? [line] : [line, sum] };
}
