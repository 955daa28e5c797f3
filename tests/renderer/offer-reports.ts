import { offerReportOf } from '../../src/core/app/offers/offers.ts';
import { offersIn } from '../../src/core/providers/rental/testing/offers.ts';

const PRICES = [
  ['5090', 0.69],
  ['4090', 0.39],
  ['5090', 0.69],
  ['pro6000', 1.49],
] as const;
const COUNTRIES = ['NO', 'IS', 'FI', 'US', 'CA'];

/** A node each, with the price of one GPU. */
const SEARCH = Array.from({ length: 24 }, (_, index) => {
  const [type, price] = PRICES[index % PRICES.length] ?? PRICES[0];
  return {
    ...{ node: `vm${String(index + 1).padStart(2, '0')}`, gpu_type: type },
    ...{ available_gpus: (index * 5) % 9, price_per_gpu_hour: price },
    interruptible_price_per_gpu_hour: Math.round(price * 600) / 1000,
    ...{ cpu_model: index % 3 === 0 ? null : 'AMD EPYC 9354', pcie_gen: '5.0' },
    country: COUNTRIES[index % COUNTRIES.length],
  };
});

const PRICING = PRICES.slice(1).map(([type, price]) => ({
  ...{ gpu_type: type, on_demand: price, interruptible: Math.round(price * 600) / 1000 },
  ...{ reserved_1_month: price * 0.9, reserved_3_months: price * 0.85 },
  reserved_6_months: price * 0.8,
}));

/** Reports on responses with these records. */
export const OFFERS = {
  search: offerReportOf(await offersIn(SEARCH)),
  few: { ...offerReportOf(await offersIn(SEARCH.slice(0, 3))), isComplete: false },
  pricing: offerReportOf(await offersIn(PRICING)),
  none: offerReportOf(await offersIn([])),
};
