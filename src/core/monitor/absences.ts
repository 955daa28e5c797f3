import type { Clock } from '../clock.ts';

/** A VM is gone when that many complete lists lack it, over that many ms: a service may answer with an empty list by mistake. */
const GONE_AFTER_LISTS = 2;
const GONE_AFTER_MS = 5 * 60_000;

/** Lookups of single VMs after one list. */
const MAX_LOOKUPS = 20;

interface Absence {
  /** Monotonic ms of the first list that lacked it. */
  readonly since: number;
  readonly lists: number;
  /** Monotonic ms. */
  lookedUpAt: number;
  wasFound: boolean;
}

/** What a list means for the VMs that it lacks. */
export interface Missing {
  /** The ids to look up now. */
  readonly lookUps: ReadonlySet<string>;
  /** The ids that have been missing for long enough. */
  readonly gone: ReadonlySet<string>;
}

/** Remembers the VMs that an account's lists lack, until a lookup or the next lists confirm that they are gone. */
export function createAbsences(clock: Pick<Clock, 'monotonic'>) {
  let absences = new Map<string, Absence>();
  return {
    /**
     * Notes a list that was read to its end. The VMs that were not looked up for the longest time are next, in the given order.
     * @param missing the known VMs that it lacks, the most important first
     * @param isProof false: it has unreadable records, which may be those VMs
     */
    note(missing: readonly string[], isProof: boolean): Missing {
      const now = clock.monotonic();
      absences = new Map(
        missing.map((id) => {
          const known = absences.get(id);
          const { lookedUpAt = Number.NEGATIVE_INFINITY, wasFound = false } = known ?? {};
          const isCounted = isProof && known !== undefined && !wasFound;
          const since = isCounted ? known.since : now;
          const lists = isCounted ? known.lists + 1 : Number(isProof);
          return [id, { since, lists, lookedUpAt, wasFound }] as const;
        }),
      );
      const entries = [...absences];
      const isGone = ({ since, lists }: Absence) =>
        lists >= GONE_AFTER_LISTS && now - since >= GONE_AFTER_MS;
      const due = entries
        .filter(([, absence]) => !isGone(absence))
        .toSorted(([, a], [, b]) =>
          a.lookedUpAt < b.lookedUpAt ? -1 : Number(a.lookedUpAt > b.lookedUpAt),
        )
        .slice(0, MAX_LOOKUPS);
      for (const [, absence] of due) {
        absence.lookedUpAt = now;
        absence.wasFound = false;
      }
      return {
        lookUps: new Set(due.map(([id]) => id)),
        gone: new Set(entries.flatMap(([id, absence]) => (isGone(absence) ? id : []))),
      };
    },
    /** Its lookup found the VM: the lists are wrong about it. */
    found(id: string): void {
      const absence = absences.get(id);
      if (absence !== undefined) absence.wasFound = true;
    },
    /** Whether its last lookup found the VM. */
    wasFound: (id: string): boolean => absences.get(id)?.wasFound ?? false,
  };
}

export type Absences = ReturnType<typeof createAbsences>;
