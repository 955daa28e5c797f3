import type { RateSample } from '../../shared/app/index.ts';
import { clipped, type Span } from './spans.ts';

const HOUR_MS = 3_600_000;

/** What the measured rates add up to. */
export interface Measured {
  /** $; without the time that was not measured, so a lower bound. */
  readonly amount: number;
  /** ms of the range without a measured rate. */
  readonly gapMs: number;
}

/** The integral of a VM's or account's rates over a range. @param spans of that one, which do not overlap */
export function spendBetween(spans: readonly Span[], from: number, to: number): Measured {
  let amount = 0;
  let measured = 0;
  for (const span of spans) {
    const { rate, measuredMs } = clipped(span, from, to) ?? { rate: 0, measuredMs: 0 };
    amount += (rate * measuredMs) / HOUR_MS;
    measured += measuredMs;
  }
  return { amount, gapMs: Math.max(0, to - from - measured) };
}

/** The rates as samples: at the start of each span and every hour within, null where a gap begins. @param spans in order, until `to` */
export function rateSamples(spans: readonly Span[], to: number): readonly RateSample[] {
  return spans.flatMap(({ start, end, rate }, index) => {
    const hours = Array.from({ length: Math.ceil((end - start) / HOUR_MS) }, (_, hour) => ({
      ...{ at: start + hour * HOUR_MS, rate },
    }));
    const next = spans[index + 1]?.start ?? to;
    return next === end ? hours : [...hours, { at: end, rate: null }];
  });
}
