import { MINUTE_MS } from '../../src/shared/format/index.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { type Statuses, sameStatuses, type Truth } from './truth.ts';

/** Longer than the longest interval and a request's timeout. */
const MAX_LIVE_AGE_MS = 4 * MINUTE_MS;
/** Longer than the longest backoff, interval and timeout together. */
const MAX_RECOVERY_MS = 12 * MINUTE_MS;
/** While a VM that is gone is looked up. */
const MAX_GONE_MS = 12 * MINUTE_MS;

/** What the app must know of an account after what the service has sent. */
export interface Known {
  readonly truth: Truth;
  /** The last complete and true list, and what it shows; null: none. */
  readonly list: { readonly at: number; readonly statuses: Statuses } | null;
  readonly spend: { readonly at: number; readonly rate: number } | null;
  /** Refused since the last list or spend. */
  readonly isListForbidden: boolean;
  readonly isSpendForbidden: boolean;
  /** A later list or spend was well-formed and wrong. */
  readonly isMisled: boolean;
  readonly isRateMisled: boolean;
  /** The service refused the credential since the last sign-in. */
  readonly isRefused: boolean;
  /** When each VM was first missing from a list. */
  readonly goneSince: ReadonlyMap<string, number>;
  /** Since when the app runs, and the computer is awake and online. */
  readonly upSince: number;
  /** Since when nothing went wrong, ms since the epoch. */
  readonly calmSince: number;
}

/** What the app shows of an account. */
export interface Shown {
  /** Null: unknown. */
  readonly statuses: Statuses | null;
  readonly rate: number | null;
  readonly freshness: AppState['snapshots'][string]['freshness'];
  readonly isSignedOut: boolean;
}

const sameRate = (a: number, b: number) => Math.abs(a - b) < 0.000_001;
const text = (statuses: Statuses) => [...statuses].map((pair) => pair.join(' ')).join(', ');

function wrongStatuses({ statuses }: Shown, known: Known, now: number): readonly string[] {
  const { list, isListForbidden, isMisled, goneSince, truth } = known;
  if (list === null || isMisled) return [];
  if (statuses === null) return isListForbidden ? [] : ['no VMs, though they were received'];
  const shown = new Map(
    [...statuses].filter(([name]) => {
      const since = goneSince.get(name);
      return since === undefined || now - since > MAX_GONE_MS || list.statuses.has(name);
    }),
  );
  if (sameStatuses(shown, list.statuses) || sameStatuses(shown, truth.statuses)) return [];
  return [`VMs: ${text(shown)}; received: ${text(list.statuses)}`];
}

function wrongRate({ rate }: Shown, known: Known): readonly string[] {
  const { spend, isSpendForbidden, isRateMisled, truth } = known;
  if (spend === null || isRateMisled) return [];
  if (rate === null) return isSpendForbidden ? [] : ['no rate, though it was received'];
  if (sameRate(rate, spend.rate) || sameRate(rate, truth.rate)) return [];
  return [`rate: ${rate}; received: ${spend.rate}`];
}

/** Whether the age of the data is shown correctly, and the app recovers. */
function wrongFreshness(shown: Shown, known: Known, now: number): readonly string[] {
  const { list, spend, isMisled, isRateMisled, upSince, calmSince, isRefused } = known;
  const times = [
    ...(known.isListForbidden ? [] : [list?.at ?? 0]),
    ...(known.isSpendForbidden ? [] : [spend?.at ?? 0]),
  ];
  const age = now - Math.max(Math.min(...times), upSince);
  if (shown.isSignedOut && !isRefused) return ['signed out, though the credential was not refused'];
  if (shown.freshness === 'live' && !isMisled && !isRateMisled && age > MAX_LIVE_AGE_MS)
    return ['up to date, though nothing was received for minutes'];
  if (shown.freshness !== 'live' && now - calmSince > MAX_RECOVERY_MS)
    return [`${shown.freshness}, though nothing was wrong for minutes`];
  return [];
}

/** What the app shows of an account and is neither so nor explained. */
export function wrongFacts(shown: Shown, known: Known, now: number): readonly string[] {
  return [
    ...wrongStatuses(shown, known, now),
    ...wrongRate(shown, known),
    ...wrongFreshness(shown, known, now),
  ];
}

/** The tray, as far as it shows facts. */
export interface ShownTray {
  readonly mark: string;
  readonly tooltip: string;
}

/** What the tray shows and is neither so nor explained. @param isOnline as the desktop says */
export function wrongTray(
  { mark, tooltip }: ShownTray,
  all: readonly Known[],
  isOnline: boolean,
  now: number,
): readonly string[] {
  const wrong: string[] = [];
  if (isOnline === tooltip.includes(' · Offline')) wrong.push(`tray: online or not: ${tooltip}`);
  const isOld = all.every(({ list, spend, upSince }) => {
    const age = now - Math.max(list?.at ?? 0, spend?.at ?? 0, upSince);
    return age > MAX_RECOVERY_MS;
  });
  if (isOld && (mark === 'idle' || mark === 'billing'))
    wrong.push(`tray: ${mark}, though all is old`);
  const isKnown = all.every(
    (known) =>
      known.list !== null &&
      known.spend !== null &&
      !(known.isListForbidden || known.isSpendForbidden || known.isMisled || known.isRateMisled) &&
      [...known.goneSince.values()].every((since) => now - since > MAX_GONE_MS),
  );
  if (!isKnown || mark === 'signedOut') return wrong;
  const rate = all.reduce((sum, known) => sum + (known.spend?.rate ?? 0), 0);
  const running = all
    .flatMap(({ list }) => [...(list?.statuses.values() ?? [])])
    .filter((status) => status === 'running').length;
  const [, shownRate, shownRunning] = /\$([\d.,]+)\/h · (\d+) running/.exec(tooltip) ?? [];
  const isRate = Math.abs(Number(shownRate?.replaceAll(',', '')) - rate) < 0.0051;
  if (!isRate || Number(shownRunning) !== running)
    wrong.push(`tray: ${tooltip}; received: ${rate} $/h, ${running} running`);
  return wrong;
}
