import { describe, expect, it } from 'vitest';
import type { Usage } from '../../shared/domain/index.ts';
import { ServiceError, type UsageRange } from '../service/index.ts';
import { createVirtualClock } from '../virtual-clock.ts';
import { createCostWatch } from './cost-watch.ts';
import type { BilledCosts } from './costs.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;

function usage(totalCost: number | null): Usage {
  return {
    totalCost,
    totalHours: null,
    periodStart: null,
    periodEnd: null,
    logs: [],
    vms: [],
    skipped: 0,
  };
}

function setUp(answer: (range: UsageRange) => Promise<Usage>) {
  const clock = createVirtualClock(NOON);
  const asked: UsageRange[] = [];
  const billed: (readonly BilledCosts[])[] = [];
  const client = {
    usage(range: UsageRange) {
      asked.push(range);
      return answer(range);
    },
  };
  const watch = createCostWatch({
    clients: () => new Map([['one', client]]),
    onBilled: (costs) => billed.push(costs),
    clock,
  });
  return { clock, asked, billed, watch };
}

describe('createCostWatch', () => {
  it('asks for today and the month, and again every hour', async () => {
    const { clock, asked, billed, watch } = setUp(async ({ startDate }) =>
      usage(startDate === '2026-11-01' ? 30 : 3),
    );
    watch.ask();
    await clock.advance(0);
    expect(asked).toEqual([
      { startDate: '2026-11-20', endDate: '2026-11-20' },
      { startDate: '2026-11-01', endDate: '2026-11-20' },
    ]);
    expect(billed).toEqual([[{ accountId: 'one', today: 3, month: 30 }]]);
    await clock.advance(2 * HOUR);
    expect(asked).toHaveLength(6);
    watch.stop();
    expect(clock.pending()).toEqual([]);
  });

  it('takes a failed report for unknown, and asks again soon', async () => {
    const { clock, billed, watch } = setUp(async () => {
      throw new ServiceError({ kind: 'forbidden', detail: null });
    });
    watch.ask();
    await clock.advance(0);
    expect(billed).toEqual([[{ accountId: 'one', today: null, month: null }]]);
    await clock.advance(5 * 60_000);
    expect(billed).toHaveLength(2);
    watch.stop();
    expect(clock.pending()).toEqual([]);
  });

  it('drops an answer that comes after it was stopped', async () => {
    let finish: (value: Usage) => void = () => {};
    const { clock, billed, watch } = setUp(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    watch.ask();
    await clock.advance(0);
    watch.stop();
    finish(usage(1));
    await clock.advance(HOUR);
    expect(billed).toEqual([]);
  });
});
