import type { UpdateState } from '../../shared/app/index.ts';
import type { Screen } from '../../shared/ipc/index.ts';

const MINUTE_MS = 60_000;
/** From a notification on, its reader is not disturbed. */
const NOTIFICATION_MS = MINUTE_MS;
/** A check that is due, but would disturb, is tried again. */
const RETRY_MS = MINUTE_MS;

/** What decides about an automatic check. Times are ms of a monotonic clock. */
export interface UpdateMoment {
  readonly now: number;
  readonly dueAt: number;
  readonly updates: UpdateState['kind'];
  /** The user's setting. */
  readonly isWanted: boolean;
  readonly isOnline: boolean;
  /** Null: the panel is hidden. */
  readonly screen: Screen['kind'] | null;
  /** Without one the first screen is the sign-in form. */
  readonly hasAccounts: boolean;
  /** A native confirmation is open. */
  readonly isAsking: boolean;
  /** Null: none yet. */
  readonly notifiedAt: number | null;
}

function showsForm({ screen, hasAccounts }: UpdateMoment): boolean {
  switch (screen) {
    case null:
    case 'about':
    case 'diagnostics':
    case 'keys':
      return false;
    case 'vms':
      return !hasAccounts;
    case 'vm':
    case 'alerts':
    case 'accounts':
    case 'signIn':
    case 'settings':
      return true;
  }
}

/** ms until the next check, or until this is asked again; 0: check now. Null: no automatic checks until something changes. */
export function nextUpdateCheck(moment: UpdateMoment): number | null {
  const { now, dueAt, updates, isWanted, isOnline, isAsking, notifiedAt } = moment;
  if (updates === 'off' || updates === 'checking' || updates === 'ready') return null;
  if (!isWanted || !isOnline) return null;
  if (now < dueAt) return dueAt - now;
  const isNotifying = notifiedAt !== null && now - notifiedAt < NOTIFICATION_MS;
  return isAsking || isNotifying || showsForm(moment) ? RETRY_MS : 0;
}
