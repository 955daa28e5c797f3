export {
  type Alert,
  alertDetail,
  alertDuration,
  alertMessage,
  alertTitle,
  isLoud,
  SNOOZE_MINUTES,
} from './alert.ts';
export { type AppPatch, applyAppPatch, diffAppState } from './app-patch.ts';
export {
  type AccountSnapshot,
  type AppAccount,
  type AppState,
  type Costs,
  initialState,
  type KeychainState,
  type RateSample,
  type RunningCost,
  type Surroundings,
} from './app-state.ts';
export { accountOwners, appTotals, costNow, monthForecast, statesToCount } from './app-totals.ts';
export {
  DEFAULT_PREFERENCES,
  isPreferencesChange,
  PREFERENCES,
  type Preferences,
  type PreferencesChange,
  preferencesFrom,
  type Shell,
} from './preferences.ts';
export {
  type ChangedKey,
  COPYABLE,
  type Copyable,
  type FoundProgram,
  INCLUDE_STATES,
  type IncludeState,
  type LoginScope,
  type SshLogin,
  type SshLogins,
  type SshState,
  usesVmName,
  type VmLogin,
  vmKey,
} from './ssh-state.ts';
export {
  loginObstacle,
  type VmAction,
  type VmMenuEntry,
  type VmOffers,
  vmMenu,
  vmOffers,
  vmOffersIn,
} from './vm-menu.ts';
