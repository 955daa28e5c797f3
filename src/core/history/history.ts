import type { RecordedEvent } from '../../shared/alerts/recorded-event.ts';
import { openDatabase } from './database.ts';
import {
  ALL,
  advance,
  clipped,
  dayStart,
  isVmSeries,
  type Latest,
  type Reading,
  type Span,
  type Step,
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
  /** Until when the rates of each source are in the database. */
  const written = new Map([...sources].map(([source, { at }]) => [source, at] as const));

  function write(steps: readonly Step[], events: readonly RecordedEvent[]): void {
    database.write(steps, events);
    for (const { source, latest } of steps) {
      sources.set(source, latest);
      written.set(source, latest.at);
    }
  }

  function flush(): void {
    const unwritten = [...sources].filter(([source, { at }]) => at !== written.get(source));
    const steps = unwritten.map(([source, latest]) => {
      return { source, latest, ended: [], endedAt: latest.at, hasChanged: false };
    });
    if (steps.length > 0) write(steps, []);
  }

  return {
    /** Adds a poll's readings, at most one per source. Changes and events are on disk when it returns. @throws SQLite's error; nothing was added */
    record(readings: readonly Reading[], events: readonly RecordedEvent[]): void {
      const steps = readings.map((reading) =>
        advance(sources.get(reading.source) ?? null, reading),
      );
      const isDue = steps.some(
        ({ source, hasChanged, latest }) =>
          hasChanged || latest.at - (written.get(source) ?? 0) >= HEARTBEAT_MS,
      );
      if (isDue || events.length > 0) write(steps, events);
      else for (const { source, latest } of steps) sources.set(source, latest);
    },
    latest: (source: string): Latest | undefined => sources.get(source),
    /** The measured rates of a VM within a range, in order. */
    spans(source: string, vm: string, from: number, to: number): readonly Span[] {
      const known = sources.get(source);
      if (known === undefined) return [];
      const { at, rates } = known;
      const writtenAt = written.get(source) ?? at;
      // Time that is measured again after a clock was set back is cut out of the database with the next write.
      const ended = database.spans(source, vm, from, to);
      const spans = ended.flatMap((span) => (at > writtenAt ? without(span, writtenAt, at) : span));
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
