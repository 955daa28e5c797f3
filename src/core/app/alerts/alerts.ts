import { z } from 'zod';
import { type AlertSubject, isAlertRule } from '../../../shared/alerts/index.ts';
import { clipped } from '../../../shared/format/index.ts';
import type { RequestInput } from '../../../shared/ipc/index.ts';
import {
  ALL_ACCOUNTS,
  type AlertMemory,
  type Episode,
  type OpenEpisode,
  withSnooze,
} from '../../alerts/index.ts';
import type { Clock } from '../../clock.ts';
import { readTextFile, writeAtomically } from '../../files/index.ts';
import { describeDefect, type Log } from '../../log.ts';
import { turnFor } from '../../own-turn.ts';
import { applyAlertMemory } from '../kernel/apply-poll.ts';
import { listed, titlesOf } from '../kernel/notification-text.ts';
import type { DesktopPorts, Notification, PartWith } from '../kernel/ports.ts';
import type { StateStore } from '../kernel/state-store.ts';
import { isQuietAt, snoozeEnd } from './quiet-hours.ts';

/** Held notifications beyond this are the oldest. */
const MAX_HELD = 50;
const MAX_TITLE = 200;
const MINUTE_MS = 60_000;

const subjectSchema: z.ZodType<AlertSubject> = z.object({
  accountId: z.string().nullable(),
  vmId: z.string().nullable(),
  name: z.string().nullable(),
  value: z.number().nullable(),
  isLowerBound: z.boolean(),
  ratePerHour: z.number().nullable(),
  reason: z.string().nullable(),
});

/** What an earlier version kept of an open alert: it had one rule, of all accounts, and only its limit in the key. */
const EARLIER: Pick<OpenEpisode, 'rule' | 'subject'> = {
  rule: 'hourlyRate',
  subject: { ...ALL_ACCOUNTS, value: null, isLowerBound: false },
};

const episodeSchema = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('armed'), confirmations: z.number().int().nonnegative() }),
  z.object({
    phase: z.literal('open'),
    id: z.string().min(1).max(1_024),
    openedAt: z.number(),
    snoozedUntil: z.number().nullable(),
    endings: z.number().int().nonnegative(),
    rule: z.custom<OpenEpisode['rule']>(isAlertRule).default(EARLIER.rule),
    limit: z.number().optional(),
    subject: subjectSchema.default(EARLIER.subject),
  }),
]);

type StoredEpisode = z.infer<typeof episodeSchema>;

/** Null: unreadable. */
function episodeOf(key: string, stored: StoredEpisode): Episode | null {
  if (stored.phase === 'armed') return stored;
  const limit = stored.limit ?? Number(key.split(':')[1]);
  return Number.isFinite(limit) ? { ...stored, limit } : null;
}

/** By key. What another version wrote is left out. */
const episodesSchema = z
  .record(z.string().max(1_024), episodeSchema.nullable().catch(null))
  .transform((stored): AlertMemory => {
    const episodes: Record<string, Episode> = {};
    for (const [key, one] of Object.entries(stored)) {
      const episode = one === null ? null : episodeOf(key, one);
      if (episode !== null) episodes[key] = episode;
    }
    return episodes;
  });

const fileSchema = z.object({
  version: z.literal(1),
  episodes: episodesSchema,
  held: z.array(z.string().max(500)).max(MAX_HELD).readonly().catch([]),
});

/** @param titles of the notifications that quiet hours held, oldest first; at least one */
function morningSummary(titles: readonly string[]): Notification {
  return {
    title:
      titles.length === 1 ? 'During quiet hours' : `During quiet hours: ${titles.length} messages`,
    body: listed(titles),
    destination: { kind: 'alerts' },
  };
}

/** The alert memory, and the titles of the notifications that quiet hours hold. */
export interface StoredAlerts {
  readonly episodes: AlertMemory;
  readonly held: readonly string[];
}

/** The alerts on disk. An unreadable file is ignored: it costs one repeated alert. */
export interface AlertFile {
  load(): Promise<StoredAlerts>;
  /** Never rejects; a failed write is logged. */
  save(alerts: StoredAlerts): Promise<void>;
  /** Resolves when all saves so far are written or have failed. */
  settled(): Promise<void>;
}

export function createAlertFile(path: string, log: Log): AlertFile {
  // Sequential: of two concurrent writes the older alerts could be written last.
  let saved = Promise.resolve();

  async function write(alerts: StoredAlerts): Promise<void> {
    try {
      await turnFor(Object.keys(alerts.episodes).length);
      await writeAtomically(path, `${JSON.stringify({ version: 1, ...alerts })}\n`);
    } catch (error) {
      log.warn('alerts.unsaved', describeDefect(error));
    }
  }

  return {
    async load() {
      try {
        return fileSchema.parse(JSON.parse(await readTextFile(path)));
      } catch {
        return { episodes: {}, held: [] };
      }
    },
    save(alerts) {
      saved = saved.then(() => write(alerts));
      return saved;
    },
    settled: () => saved,
  };
}

export interface AlertsPorts {
  readonly store: StateStore;
  /** Of the file. */
  readonly path: string;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly notify: DesktopPorts['notify'];
}

/**
 * Keeps the alerts across restarts, and holds notifications in quiet hours. Loads the alerts of the last run: call it before the
 * accounts are loaded.
 */
export async function startAlerts({ store, path, log, clock, notify }: AlertsPorts) {
  const file = createAlertFile(path, log);
  const loaded = await file.load();
  let saved = loaded.episodes;
  let { held } = loaded;
  let cancelTimer = () => {};
  store.apply(applyAlertMemory(store.core(), saved));

  function write(): void {
    saved = store.core().memory.alerts;
    void file.save({ episodes: saved, held });
  }

  const isQuiet = () => isQuietAt(clock.now(), store.get().preferences.quietHours);

  /** Notifies of what was held when the quiet hours are over. A timer that looks each minute needs no time of their end. */
  function release(): void {
    cancelTimer();
    if (held.length === 0) return;
    if (isQuiet()) {
      cancelTimer = clock.after(MINUTE_MS, release);
      return;
    }
    const notification = morningSummary(held);
    held = [];
    write();
    // A restart before that would repeat it.
    void file.settled().then(() => notify(notification));
  }

  function save(): void {
    if (store.core().memory.alerts !== saved) write();
    release();
  }

  release();
  return {
    /** Notifies now, or in quiet hours with the summary at their end. */
    notify(notification: Notification): void {
      if (!isQuiet()) {
        notify(notification);
        return;
      }
      const titles = titlesOf(notification).map((title) => clipped(title, MAX_TITLE));
      held = [...held, ...titles].slice(-MAX_HELD);
      write();
      release();
    },
    requests: {
      async snoozeAlert({ alertId, snooze }: RequestInput<'snoozeAlert'>) {
        const core = store.core();
        const until = snooze === null ? null : snoozeEnd(snooze, clock.now());
        store.apply(applyAlertMemory(core, withSnooze(core.memory.alerts, alertId, until)));
        save();
      },
    },
    /** Resolves when the alerts of the state are on disk, or could not be written. */
    saved(): Promise<void> {
      save();
      return file.settled();
    },
    polled: save,
    settingsChanged: save,
    accountsChanged: save,
    resumed: release,
    stop() {
      cancelTimer();
      return file.settled();
    },
  } satisfies PartWith<'notify' | 'saved'>;
}
