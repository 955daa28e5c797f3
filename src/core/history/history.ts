import type { RecordedEvent } from '../../shared/alerts/recorded-event.ts';
import { openDatabase, type SourceStep } from './database.ts';
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

/** Unchanged rates are written this often: a killed process loses the time measured since. */
const HEARTBEAT_MS = 60_000;

/** The rates and events of this and of earlier runs. Times are ms since the epoch. */
export type History = ReturnType<typeof openHistory>;

/** @throws NewerHistory, or the error of SQLite or of the file system */
export function openHistory(path: string, isReadOnly = false) {
  const database = openDatabase(path, isReadOnly);
  const sources = new Map(database.latest());

  function write(steps: readonly SourceStep[], events: readonly RecordedEvent[]): void {
    const written = database.write(steps, events);
    for (const [index, { source, latest }] of steps.entries()) {
      const now = written[index];
      if (now !== undefined) sources.set(source, { ...latest, written: now });
    }
  }

  function flush(): void {
    const steps = [...sources].flatMap(
      ([source, { at, rates, written }]): readonly SourceStep[] => {
        if (at === written.at) return [];
        const latest = { at, rates };
        return [{ source, latest, written, ended: [], endedAt: at, hasChanged: false }];
      },
    );
    if (steps.length > 0) write(steps, []);
  }

  return {
    /** Null: no gap before the reading, or it is the source's first. */
    gapBefore(reading: Reading) {
      const before = sources.get(reading.source);
      const from = before?.at ?? reading.at;
      const { endedAt } = advance(before ?? null, reading);
      return reading.at > from && endedAt === from ? { from, to: reading.at } : null;
    },
    /** Adds a poll's readings, at most one per source. Changes and events are on disk when it returns. @throws SQLite's error; nothing was added */
    record(readings: readonly Reading[], events: readonly RecordedEvent[]): void {
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
    latest: (source: string): Latest | undefined => sources.get(source),
    /** The measured rates of a VM within a range, in order. */
    spans(source: string, vm: string, from: number, to: number): readonly Span[] {
      const known = sources.get(source);
      if (known === undefined) return [];
      const { at, rates, written } = known;
      // Time that is measured again after a clock was set back is cut out of the database with the next write.
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
    /** The VMs of an account that may have spans within a range. */
    vms: (source: string, from: number, to: number) =>
      database.vms(source, dayStart(from), to).filter(isVmSeries),
    events: database.events,
    names: database.names,
    /** Removes what is too old. Call it once an hour. @throws as `record` */
    trim: database.trim,
    /** Deletes the history of other accounts. @throws as `record` */
    keepOnly(accountIds: readonly string[]): void {
      const kept = accountIds.length === 0 ? [] : [ALL, ...accountIds];
      database.keepOnly(kept);
      for (const source of sources.keys()) if (!kept.includes(source)) sources.delete(source);
    },
    /** Writes the end of the measured time. @throws as `record` */
    flush,
    close: database.close,
  };
}
