import { openDatabase, type SourceStep, type Written } from './database.ts';
import type { HistoryEvent } from './events.ts';
import {
  ALL,
  advance,
  clipped,
  dayStart,
  isVmSeries,
  type Latest,
  type Reading,
  type Span,
  without,
} from './spans.ts';

/** Unchanged rates are written this often: what a killed process loses of the time it has measured. */
const HEARTBEAT_MS = 60_000;

/** A time between two readings in which a source's rates are unknown. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The rates and events of this and of earlier runs. Times are ms since the epoch. */
export interface History {
  /** The gap that the reading ended; null: none, or it is the source's first. */
  gapBefore(reading: Reading): Gap | null;
  /**
   * Adds what one poll showed, at most one reading per source. What changed, and events, are on disk when it returns.
   * @throws SQLite's error; then nothing was added
   */
  record(readings: readonly Reading[], events: readonly HistoryEvent[]): void;
  /** The measured rates of a VM within a range, in order. */
  spans(source: string, vm: string, from: number, to: number): readonly Span[];
  /** The VMs of an account that may have spans within a range. */
  vms(source: string, from: number, to: number): readonly string[];
  /** Newest first, from `since` on and before `until`. */
  events(since: number, limit: number, until?: number): readonly HistoryEvent[];
  /** Thins what is old. Call it once an hour. @throws as `record` */
  thin(now: number): void;
  /** Deletes the history of all accounts but these. @throws as `record` */
  keepOnly(accountIds: readonly string[]): void;
  /** Writes until when the rates are known. @throws as `record` */
  flush(): void;
  close(): void;
}

interface Source extends Latest {
  readonly written: Written;
}

/** @throws NewerHistory, or the error of SQLite or of the file system */
export function openHistory(path: string, isReadOnly = false): History {
  const database = openDatabase(path, isReadOnly);
  const sources = new Map<string, Source>(database.latest());

  function write(steps: readonly SourceStep[], events: readonly HistoryEvent[]): void {
    const written = database.write(steps, events);
    for (const [index, { source, latest }] of steps.entries()) {
      const now = written[index];
      if (now !== undefined) sources.set(source, { ...latest, written: now });
    }
  }

  function flush(): void {
    const pending = [...sources].filter(([, { at, written }]) => at !== written.at);
    if (pending.length === 0) return;
    write(
      pending.map(([source, { at, rates, written }]) => ({
        source,
        latest: { at, rates },
        written,
        ended: [],
        endedAt: at,
        hasChanged: false,
      })),
      [],
    );
  }

  return {
    gapBefore(reading) {
      const before = sources.get(reading.source);
      const from = before?.at ?? reading.at;
      const { endedAt } = advance(before ?? null, reading);
      return reading.at > from && endedAt === from ? { from, to: reading.at } : null;
    },
    record(readings, events) {
      const steps = readings.map((reading): SourceStep => {
        const before = sources.get(reading.source) ?? null;
        const step = advance(before, reading);
        return { ...step, source: reading.source, written: before?.written ?? null };
      });
      const isDue = steps.some(
        ({ hasChanged, latest, written }) =>
          hasChanged || written === null || latest.at - written.at >= HEARTBEAT_MS,
      );
      if (isDue || events.length > 0) write(steps, events);
      else
        for (const { source, latest, written } of steps)
          if (written !== null) sources.set(source, { ...latest, written });
    },
    spans(source, vm, from, to) {
      const known = sources.get(source);
      if (known === undefined) return [];
      const { at, rates, written } = known;
      // What is measured again after a clock was set back is cut out of the database when it is written.
      const ended = database.spans(source, vm, from, to);
      const spans = ended.flatMap((span) =>
        at > written.at ? without(span, written.at, at) : span,
      );
      const held = rates.get(vm);
      if (held !== undefined)
        spans.push({ start: held.start, end: at, rate: held.rate, measuredMs: at - held.start });
      return spans
        .flatMap((span) => clipped(span, from, to) ?? [])
        .toSorted((a, b) => a.start - b.start);
    },
    vms: (source, from, to) => database.vms(source, dayStart(from), to).filter(isVmSeries),
    events: database.events,
    thin(now) {
      // What is measured again has to be cut out of single spans, before they are merged.
      flush();
      database.thin(now);
    },
    keepOnly(accountIds) {
      const kept = accountIds.length === 0 ? [] : [ALL, ...accountIds];
      database.keepOnly(kept);
      for (const source of sources.keys()) if (!kept.includes(source)) sources.delete(source);
    },
    flush,
    close: database.close,
  };
}
