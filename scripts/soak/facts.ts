import { MINUTE_MS } from '../../src/shared/format/index.ts';
import { type Start, type Statuses, sameRate, sameStatuses, type Truth } from './truth.ts';

/** Time in which a missing VM is looked up. */
export const MAX_GONE_MS = 12 * MINUTE_MS;

/** Received data of one kind. */
export interface Received<T> {
  /** The last complete and true answer; null: none. */
  readonly value: T | null;
  /** Refused since that answer. */
  readonly isForbidden: boolean;
  /** A later answer was well-formed and wrong. */
  readonly isMisled: boolean;
}

/** Data of an account that the app must know after the answers of the service. */
export interface Known {
  readonly vms: Received<Statuses>;
  readonly spend: Received<Truth['rate']>;
  /** When each VM was first missing from a list, ms since the epoch. */
  readonly goneSince: ReadonlyMap<string, number>;
}

/** Data of an account on the screen; null: unknown. */
export interface Shown {
  readonly statuses: Statuses | null;
  readonly rate: number | null;
  /** The starts of the VMs that run, by name, ms since the epoch. */
  readonly starts: ReadonlyMap<string, number>;
}

/** A start of whole minutes, of a list that took some time. */
const START_MS = 2 * MINUTE_MS;

/** Starts that are of no run of the VM. @param known by name */
export function wrongStarts(
  { starts }: Pick<Shown, 'starts'>,
  known: ReadonlyMap<string, readonly Start[]>,
): readonly string[] {
  return [...starts].flatMap(([name, at]) => {
    const runs = known.get(name) ?? [];
    const isOne = runs.some((run) =>
      run.isShown ? Math.abs(at - run.at) <= START_MS : at >= run.at - START_MS,
    );
    return isOne || runs.length === 0 ? [] : [`${name} runs since ${new Date(at).toISOString()}`];
  });
}

const text = (statuses: Statuses) => [...statuses].map((pair) => pair.join(' ')).join(', ');

function wrongStatuses({ statuses }: Shown, { vms, goneSince }: Known, truth: Truth, now: number) {
  const { value: list } = vms;
  if (list === null || vms.isMisled) return [];
  if (statuses === null) return vms.isForbidden ? [] : ['no VMs, though they were received'];
  const shown = new Map(
    [...statuses].filter(([name]) => {
      const since = goneSince.get(name);
      return since === undefined || now - since > MAX_GONE_MS || list.has(name);
    }),
  );
  if (sameStatuses(shown, list) || sameStatuses(shown, truth.statuses)) return [];
  return [`VMs: ${text(shown)}; received: ${text(list)}`];
}

function wrongRate({ rate }: Shown, { spend }: Known, truth: Truth) {
  if (spend.value === null || spend.isMisled) return [];
  if (rate === null) return spend.isForbidden ? [] : ['no rate, though it was received'];
  if (sameRate(rate, spend.value) || sameRate(rate, truth.rate)) return [];
  return [`rate: ${rate}; received: ${spend.value}`];
}

/** Facts about an account that the app shows, and that neither the truth nor an answer explains. */
export function wrongFacts(shown: Shown, known: Known, truth: Truth, now: number) {
  return [...wrongStatuses(shown, known, truth, now), ...wrongRate(shown, known, truth)];
}
