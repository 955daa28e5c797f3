import type { AccountColor } from '../accounts/account-tags.ts';
import type { Alert, PastEvent } from '../alerts/alert.ts';
import type { AutoStop } from '../auto-stop/auto-stop.ts';
import type { AccountState, Problem, ServiceProfile } from '../domain/index.ts';
import type { VmLoad } from '../gpu-load/gpu-load.ts';
import type { Launch } from '../launch/launch.ts';
import type { PendingOperation } from '../operations/operations.ts';
import type { Freshness } from '../polling/freshness.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../settings/preferences.ts';
import type { SshState, VmLogin } from '../ssh/ssh-state.ts';
import type { VmActivity } from '../vms/vm-groups.ts';

/** An account as shown, without secrets. */
export interface AppAccount {
  readonly id: string;
  /** Unique: the user's name for it, otherwise its email address or host. */
  readonly label: string;
  /** Null: not chosen; `accountTags` picks one. */
  readonly color: AccountColor | null;
  readonly baseUrl: string;
  readonly credential: 'apiKey' | 'login';
  readonly email: string | null;
  /** A second API key is stored, for calls that change something. Absent: none is. */
  readonly hasWriteKey?: boolean;
  /** `memory`: the keychain did not store the credential, which is lost at quit. */
  readonly storedIn: 'keychain' | 'memory';
  /** The https URL of the service's web console, as set by the user; null: not set. */
  readonly consoleUrl: string | null;
  /** Null: not set. */
  readonly profile: ServiceProfile | null;
}

/** The last known data of an account. */
export interface AccountSnapshot extends AccountState {
  /**
   * When the older of its parts was received, ms since the epoch; null: none was. Changes only with other data, so that an
   * unchanged poll sends nothing: only an outdated snapshot shows its age.
   */
  readonly asOf: number | null;
  readonly freshness: Freshness;
}

/** The total rate at one time. */
export interface RateSample {
  /** ms since the epoch. */
  readonly at: number;
  /** $/h; null: an account's rate was unknown. */
  readonly rate: number | null;
}

/** A growing cost: `known` was billed until `asOf`, and `perHour` accrues since then. */
export interface RunningCost {
  /** $; null: unknown. */
  readonly known: number | null;
  /** ms since the epoch. */
  readonly asOf: number;
  /** $/h; null: unknown. */
  readonly perHour: number | null;
}

/** The costs of all accounts in the current day and month (UTC). */
export interface Costs {
  readonly today: RunningCost;
  readonly month: RunningCost;
}

/** Before the first usage reports. @param now ms since the epoch */
export function unknownCosts(now: number): Costs {
  const unknown: RunningCost = { known: null, asOf: now, perHour: null };
  return { today: unknown, month: unknown };
}

/** What each VM cost this month. */
export interface VmCosts {
  /** When it was reported, ms since the epoch. */
  readonly asOf: number;
  /** $, by `vmKey`. */
  readonly month: Readonly<Record<string, number>>;
}

/** Why the cost of today or of the month is unknown. */
export interface MissingCosts {
  /** Null: the usage report has no total. */
  readonly problem: Problem | null;
  /** When the reports are requested again, ms since the epoch. */
  readonly retryAt: number;
}

/** `waiting`: it may be showing an unlock prompt. */
export type KeychainState = 'available' | 'locked' | 'missing' | 'notAnswering' | 'waiting';

/** The computer and its desktop, as far as the UI depends on them. */
export interface Environment {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly version: string;
  /** The desktop alone decides about a global shortcut, and does not report its decision. Missing: it is not Wayland. */
  readonly isWayland?: boolean;
  /** False on a desktop without tray icons, such as GNOME without its extension. */
  readonly hasTray: boolean;
  readonly isOnline: boolean;
}

/** Everything that the tray and the panel show. Owned by main, immutable, without secrets. */
export interface AppState {
  readonly accounts: readonly AppAccount[];
  /** The service URLs of the last sign-ins, newest first. */
  readonly serviceUrls: readonly string[];
  /** By account id. */
  readonly snapshots: Readonly<Record<string, AccountSnapshot>>;
  /** The last 24 hours, oldest first. */
  readonly rates: readonly RateSample[];
  readonly costs: Costs;
  /** Today's cost by the rates that this app measured; null: `costs` has it, or the rates have gaps. */
  readonly measuredToday: RunningCost | null;
  readonly vmCosts: VmCosts;
  /** Null: both costs are known, or were not requested yet. */
  readonly missingCosts: MissingCosts | null;
  /** By account id: when an account whose last poll failed is polled again, ms since the epoch. */
  readonly nextPolls: Readonly<Record<string, number>>;
  /** Open alerts, newest first. */
  readonly alerts: readonly Alert[];
  /** The last events, newest first. */
  readonly past: readonly PastEvent[];
  readonly preferences: Preferences;
  readonly ssh: SshState;
  /** By `vmKey`. */
  readonly vmSshAccess: Readonly<Record<string, VmLogin>>;
  /** By `vmKey`, of VMs that are asked for their GPU load. */
  readonly vmLoads: Readonly<Record<string, VmLoad>>;
  /** By `vmKey`, of VMs that are idle or in trouble. */
  readonly vmActivity: Readonly<Record<string, VmActivity>>;
  /** By `vmKey`: operations that the service has not confirmed. */
  readonly operations: Readonly<Record<string, PendingOperation>>;
  /** By account id: why the service refused to change something with its key (403), until that may be otherwise. */
  readonly refusedWrites: Readonly<Record<string, string>>;
  /** $ by account id, where the service profile says where it is; an unknown one is missing. */
  readonly balances: Readonly<Record<string, number>>;
  /** By `vmKey`, of VMs that were launched here from a template with WebUI and Jupyter. */
  readonly vmTemplates: Readonly<Record<string, number>>;
  /** By `vmKey`. */
  readonly autoStops: Readonly<Record<string, AutoStop>>;
  readonly keychain: KeychainState;
  readonly environment: Environment;
  readonly updates: UpdateState;
  /** Null: none since the start, or it was dismissed. */
  readonly launch: Launch | null;
  /** A native confirmation is open, and a request waits for it. */
  readonly isAsking: boolean;
  /** One sentence, shown until it is dismissed; null: none. */
  readonly notice: string | null;
}

/** The state before anything is known. @param now ms since the epoch */
export function initialState(environment: Environment, now: number): AppState {
  const login = { user: null, port: null, identityFile: null };
  return {
    accounts: [],
    serviceUrls: [],
    snapshots: {},
    rates: [],
    costs: unknownCosts(now),
    measuredToday: null,
    vmCosts: { asOf: now, month: {} },
    missingCosts: null,
    nextPolls: {},
    alerts: [],
    past: [],
    preferences: DEFAULT_PREFERENCES,
    ssh: {
      include: 'unknown',
      terminals: [],
      editors: [],
      logins: { all: login, accounts: {}, vms: {} },
      forwardPorts: {},
      gpuLoadAccounts: [],
    },
    vmSshAccess: {},
    vmLoads: {},
    vmActivity: {},
    operations: {},
    refusedWrites: {},
    balances: {},
    vmTemplates: {},
    autoStops: {},
    keychain: 'available',
    environment,
    updates: { kind: 'idle', checkedAt: null },
    launch: null,
    isAsking: false,
    notice: null,
  };
}

/** What is known of newer versions. Times are ms since the epoch. */
export type UpdateState =
  /** No checks: this build names no feed, or a policy file forbids them. */
  | { readonly kind: 'off'; readonly by: 'build' | 'policy' }
  /** No newer version is known. Null: not checked since the start. */
  | { readonly kind: 'idle'; readonly checkedAt: number | null }
  /** Looking for a newer version, or downloading it. */
  | { readonly kind: 'checking' }
  /** Downloaded and verified. It is installed at quit, except where that needs the user's password. */
  | { readonly kind: 'ready'; readonly version: string; readonly needsPassword: boolean }
  /** `unverified`: the download was not what its publisher released, and was deleted. */
  | { readonly kind: 'failed'; readonly why: 'unreachable' | 'unverified'; readonly at: number };
