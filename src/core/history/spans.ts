import { DAY_MS, HOUR_MS } from '../../shared/format/index.ts';
import type { RateSample } from '../../shared/usage/usage-slice.ts';

// From rates to spans of time, without a database. Times are ms since the epoch.

/** Readings further apart leave a gap. More than two of the longest regular poll intervals, so that one failed poll leaves none. */
export const MAX_GAP_MS = 5 * 60_000;

/** A rate that was measured over a time. */
export interface Span {
  readonly start: number;
  /** After `start`. */
  readonly end: number;
  /** $/h; the mean where an earlier version merged spans. */
  readonly rate: number;
  /** ms; less than the span's length where an earlier version merged spans with a gap in between. */
  readonly measuredMs: number;
}

/** The part of a span within a time; null: none. */
export function clipped(span: Span, from: number, to: number): Span | null {
  const start = Math.max(span.start, from);
  const end = Math.min(span.end, to);
  if (end <= start) return null;
  if (start === span.start && end === span.end) return span;
  const part = (end - start) / (span.end - span.start);
  return { ...span, start, end, measuredMs: span.measuredMs * part };
}

export function without(span: Span, from: number, to: number): readonly Span[] {
  const parts = [clipped(span, span.start, from), clipped(span, to, span.end)];
  return parts.filter((part) => part !== null);
}

export const dayStart = (at: number) => Math.floor(at / DAY_MS) * DAY_MS;

/** The span cut at each UTC day, so that a range finds its stored spans by their start. */
export function perDay(span: Span): readonly Span[] {
  const parts: Span[] = [];
  for (let at = dayStart(span.start); at < span.end; at += DAY_MS) {
    const part = clipped(span, at, at + DAY_MS);
    if (part !== null) parts.push(part);
  }
  return parts;
}

export interface Reading {
  /** The account's id; `ALL` for all accounts together. */
  readonly source: string;
  readonly at: number;
  /** $/h by VM id or `TOTAL`, 1 or 0 by `stoppedSeries`. Unknown rates are left out. */
  readonly rates: ReadonlyMap<string, number>;
}

/** The source of all accounts together, in which VMs of several accounts count once. */
export const ALL = '';

/** In place of a VM's id: the rate that the service reports for all VMs. */
export const TOTAL = '';

const STOPPED = 'stopped ';

/** In place of a VM's id: a series of 1 while stopped, 0 while running, which the rate does not tell. */
export const stoppedSeries = (vmId: string) => `${STOPPED}${vmId}`;

export const isVmSeries = (name: string) => name !== TOTAL && !name.startsWith(STOPPED);

/** The last reading of a source, and since when its rates are the same. */
export interface Latest {
  readonly at: number;
  /** By VM. */
  readonly rates: ReadonlyMap<string, { readonly start: number; readonly rate: number }>;
}

/** The change of a source by one reading or several. */
export type Step = Readonly<ReturnType<typeof advance>>;

/** Applies a reading. After a clock was set back, the rates begin again. */
export function advance(before: Latest | null, { source, at, rates }: Reading) {
  const isContinued = before !== null && at >= before.at && at - before.at <= MAX_GAP_MS;
  /** The end of the previous rates: this reading, or the previous one before a gap. */
  const endedAt = isContinued || before === null ? at : before.at;
  const held = new Map<string, { readonly start: number; readonly rate: number }>();
  const ended: (readonly [vm: string, span: Span])[] = [];
  for (const [vm, { start, rate }] of before?.rates ?? []) {
    if (isContinued && rates.get(vm) === rate) held.set(vm, { start, rate });
    else if (endedAt > start)
      ended.push([vm, { start, end: endedAt, rate, measuredMs: endedAt - start }]);
  }
  const isSame = isContinued && held.size === before.rates.size && held.size === rates.size;
  for (const [vm, rate] of rates) if (!held.has(vm)) held.set(vm, { start: at, rate });
  const latest: Latest = { at, rates: held };
  /** The first reading after a gap, or other rates. */
  const hasChanged = !isSame;
  return { source, latest, ended, endedAt, hasChanged };
}

/** Fills gaps at the lower rate of both sides: a VM that cannot be stopped was billed between two lists with it. @param spans of the VM, in order */
export function withoutGaps(spans: readonly Span[]): readonly Span[] {
  return spans.flatMap((span, index) => {
    const next = spans[index + 1];
    if (next === undefined || next.start <= span.end) return span;
    const rate = Math.min(span.rate, next.rate);
    const [start, end] = [span.end, next.start];
    return [span, { start, end, rate, measuredMs: end - start }];
  });
}

/** $ over a range, a lower bound where `gapMs`, without a measured rate, is not 0. @param spans without overlaps */
export function spendBetween(spans: readonly Span[], from: number, to: number) {
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
      at: start + hour * HOUR_MS,
      rate,
    }));
    const next = spans[index + 1]?.start ?? to;
    return next === end ? hours : [...hours, { at: end, rate: null }];
  });
}
