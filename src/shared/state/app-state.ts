import type { AccountsSlice } from '../accounts/accounts-slice.ts';
import type { ActingProgram, ActingSlice } from '../acting/acting.ts';
import type { AlertsSlice } from '../alerts/alert.ts';
import type { AutoStopSlice } from '../auto-stop/auto-stop.ts';
import type { GpuLoadSlice } from '../gpu-load/gpu-load.ts';
import type { LaunchSlice } from '../launch/current-launch.ts';
import type { MessagesSlice } from '../messages/messages.ts';
import type { OperationsSlice } from '../operations/operations.ts';
import type { PollingSlice } from '../polling/polling-slice.ts';
import { DEFAULT_PREFERENCES, type PreferencesSlice } from '../settings/preferences.ts';
import { EMPTY_LOGIN, type SshSlice } from '../ssh/ssh-state.ts';
import type { UpdatesSlice } from '../updates/updates-slice.ts';
import type { UsageSlice } from '../usage/usage-slice.ts';
import type { VmsSlice } from '../vms/vm-activity.ts';

/** The computer and its desktop, as far as the UI depends on them. */
export interface Environment {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly version: string;
  /** Missing: the app. */
  readonly program?: ActingProgram;
  /** Name of the computer, printable; missing: not named. */
  readonly computer?: string;
  /** The desktop alone decides about a global shortcut, and does not report its decision. Missing: it is not Wayland. */
  readonly isWayland?: boolean;
  /** False on a desktop without tray icons, such as GNOME without its extension. */
  readonly hasTray: boolean;
  readonly isOnline: boolean;
}

/** Everything that the tray and the panel show, a slice for each capability. Owned by main, immutable, without secrets. */
export interface AppState
  extends AccountsSlice,
    PollingSlice,
    UsageSlice,
    AlertsSlice,
    SshSlice,
    OperationsSlice,
    LaunchSlice,
    MessagesSlice,
    UpdatesSlice,
    AutoStopSlice,
    GpuLoadSlice,
    VmsSlice,
    ActingSlice,
    PreferencesSlice {
  readonly environment: Environment;
  /** One sentence, shown until it is dismissed; null: none. */
  readonly notice: string | null;
}

/** The state before anything is known. @param now ms since the epoch */
export function initialState(environment: Environment, now: number): AppState {
  const unknown = { known: null, asOf: now, perHour: null };
  return {
    accounts: [],
    keychain: 'available',
    snapshots: {},
    nextPolls: {},
    listProgress: null,
    rates: [],
    costs: { today: unknown, month: unknown },
    vmCosts: {},
    missingCosts: null,
    balances: {},
    balanceProblems: {},
    alerts: [],
    recentEvents: [],
    ssh: {
      include: 'unknown',
      terminals: [],
      editors: [],
      logins: { all: EMPTY_LOGIN, accounts: {}, vms: {} },
    },
    vmSshAccess: {},
    operations: {},
    refusedWrites: {},
    currentLaunch: null,
    launchedVms: {},
    destinations: [],
    deliveries: {},
    updates: { kind: 'idle', checkedAt: null },
    vmLoads: {},
    vmActivity: {},
    vmWaste: {},
    firstSeen: {},
    autoStops: {},
    actsElsewhere: null,
    environment,
    preferences: DEFAULT_PREFERENCES,
    notice: null,
  };
}
