import type { Clock } from '../clock.ts';

/** A VM that cannot be looked up is gone after complete lists lacked it for this long: a service may answer with an empty list by mistake. */
const GONE_AFTER_MS = 5 * 60_000;

const MAX_LOOKUPS = 20;

/** Times are monotonic ms. */
interface Absence {
  /** When the first list lacked it; null: the last list is no proof. */
  readonly since: number | null;
  lookedUpAt: number;
  wasFound: boolean;
}

/** The VMs that an account's lists lack, until a lookup or the next lists confirm that they are gone. */
export function createAbsences(clock: Pick<Clock, 'monotonic'>) {
  let absences = new Map<string, Absence>();
  return {
    /**
     * Notes a list that was read to its end.
     * @param missing the ids of the known VMs that it lacks, the most important first
     * @param isProof false: it has unreadable records, which may be those VMs
     * @returns `lookUps`: the ids to look up now, the longest not looked up first; `gone`: the ids that are missing for long enough,
     * unless a lookup finds them
     */
    note(missing: readonly string[], isProof: boolean) {
      const now = clock.monotonic();
      absences = new Map(
        missing.map((id) => {
          const known = absences.get(id);
          const { lookedUpAt = -1, wasFound = false } = known ?? {};
          const before = wasFound ? now : (known?.since ?? now);
          return [id, { since: isProof ? before : null, lookedUpAt, wasFound }] as const;
        }),
      );
      const entries = [...absences];
      const isGone = ({ since }: Absence) => since !== null && now - since >= GONE_AFTER_MS;
      const due = entries
        .toSorted(([, a], [, b]) => a.lookedUpAt - b.lookedUpAt)
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
    /** A lookup found the VM: the lists are wrong about it. */
    found(id: string): void {
      const absence = absences.get(id);
      if (absence !== undefined) absence.wasFound = true;
    },
    /** Whether the last lookup found the VM. */
    wasFound: (id: string): boolean => absences.get(id)?.wasFound ?? false,
  };
}

export type Absences = ReturnType<typeof createAbsences>;
