import { expect, test } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import type { OrderDraft } from '../../shared/domain/order-draft.ts';
import { checkOrder, EMPTY_DRAFT } from '../../shared/domain/vm-order.ts';
import { findPrice } from './price-lines.ts';

const DRAFT = { ...EMPTY_DRAFT, node: 'vm03', gpuType: '4090', gpuCount: '2', template: '101' };
const RESERVED = { rental: 'reserved', months: '3' };
const MACHINE = [{ gpu_type: '4090', gpu_count: 2, node: 'vm03', price: 0.7 }];

/** @param search, pricing the answers; undefined: none */
async function lines(change: Partial<OrderDraft>, search: unknown, pricing: unknown) {
  const checked = checkOrder({ ...DRAFT, ...change }, null);
  if (!checked.ok) throw new Error('the draft is valid');
  const fetch: typeof globalThis.fetch = async (input) => {
    const body = new Request(input).url.endsWith('/search') ? search : pricing;
    if (body === undefined) throw new TypeError('fetch failed');
    return Response.json(body);
  };
  const network = { fetch, clock: createVirtualClock(), log: silentLog, bounds: {}, listMs: 1_000 };
  const ports = { network, signal: new AbortController().signal };
  return (await findPrice(checked.order, 'https://api.example.com/', ports)).lines;
}

test.each<[string, Partial<OrderDraft>, unknown, unknown, readonly string[]]>([
  [
    'the price list',
    {},
    undefined,
    { '4090': 0.39 },
    [
      'Price:    $0.78/h, $18.72 per day, $569 per month for the GPUs, by the price list (2 × the price of one GPU)',
    ],
  ],
  [
    'the offer of the node',
    {},
    MACHINE,
    { '4090': 0.39 },
    [
      'Price:    $0.70/h, $16.80 per day, $511 per month for the GPUs, as offered (the price of the whole machine)',
    ],
  ],
  [
    'a reservation, with the sum of its period',
    RESERVED,
    MACHINE,
    { '4090': { on_demand: 0.39, reserved: 0.3 } },
    [
      'Price:    $0.60/h, $14.40 per day, $438 per month for the GPUs, by the price list (2 × the price of one GPU)',
      'Reserved: $1,314 for 3 months',
    ],
  ],
  [
    'no list',
    {},
    undefined,
    undefined,
    ['Price:    unknown. Failed to reach the service. Check your network and the service URL.'],
  ],
  ['lists without it', {}, [], {}, ['Price:    unknown']],
])('prices an order by %s', async (_, change, search, pricing, expected) => {
  expect(await lines(change, search, pricing)).toEqual(expected);
});
