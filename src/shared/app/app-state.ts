import type { AccountState } from '../domain/index.ts';
import type { Alert } from './alert.ts';
import type { Preferences } from './preferences.ts';
import type { SshState, VmLogin } from './ssh-state.ts';

/** An account as the panel and the tray show it. Nothing secret. */
export interface AppAccount {
  readonly id: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly credential: 'apiKey' | 'login';
  readonly email: string | null;
  /** `memory`: the keychain did not take the credential; it is forgotten at quit. */
  readonly keptIn: 'keychain' | 'memory';
  /** The web console of the service, https, as the user set it; null: not known, so not offered. */
  readonly consoleUrl: string | null;
}

/** What is known of an account, and since when. */
export interface AccountSnapshot extends AccountState {
  /**
   * When the older of its parts was last heard of, ms since the epoch. Moves only together with something else: a snapshot
   * that is live is as fresh as the pace of polling, and only a stale one shows its age.
   */
  readonly asOf: number | null;
}

/** The total rate at one moment; null where an account's rate was not known. */
export interface RateSample {
  /** ms since the epoch. */
  readonly at: number;
  /** $/h. */
  readonly rate: number | null;
}

/** A cost that goes on growing: `known` as the service billed it until `asOf`, and `perHour` since then. */
export interface RunningCost {
  /** $, or null while it is not known. */
  readonly known: number | null;
  /** ms since the epoch. */
  readonly asOf: number;
  /** $/h. */
  readonly perHour: number | null;
}

/** What all accounts have cost so far in this day and this month, both of UTC. */
export interface Costs {
  readonly today: RunningCost;
  readonly month: RunningCost;
}

/** `waiting`: it may be asking its owner to unlock it right now. */
export type KeychainState = 'available' | 'locked' | 'missing' | 'notAnswering' | 'waiting';

/** What the computer and its desktop are like, as far as anything shown depends on it. */
export interface Surroundings {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly version: string;
  /** False on a desktop that shows no tray icons, such as GNOME without its extension. */
  readonly hasTray: boolean;
  readonly isOnline: boolean;
}

/** Everything the tray and the panel show. Main owns it; it is immutable and holds nothing secret. */
export interface AppState {
  readonly accounts: readonly AppAccount[];
  /** By account id. */
  readonly snapshots: Readonly<Record<string, AccountSnapshot>>;
  /** The last 24 hours as far as known, oldest first. */
  readonly rates: readonly RateSample[];
  readonly costs: Costs;
  /** Open episodes, newest first. */
  readonly alerts: readonly Alert[];
  readonly preferences: Preferences;
  readonly ssh: SshState;
  /** By `vmKey`. A VM that is not in it has no name in ssh yet. */
  readonly vmLogins: Readonly<Record<string, VmLogin>>;
  readonly keychain: KeychainState;
  readonly surroundings: Surroundings;
  /** A question of ours is open outside the panel, and a request waits for its answer. */
  readonly isAsking: boolean;
  /** Something to tell once, such as mended settings; one sentence. */
  readonly notice: string | null;
}
