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
export type {
  AccountSnapshot,
  AppAccount,
  AppState,
  Costs,
  KeychainState,
  RateSample,
  RunningCost,
  Surroundings,
} from './app-state.ts';
export { accountOwners, appTotals, statesToCount } from './app-totals.ts';
export { initialState } from './initial-state.ts';
export {
  DEFAULT_PREFERENCES,
  isPreferencesChange,
  PREFERENCES,
  type Preferences,
  type PreferencesChange,
  preferencesFrom,
  type Shell,
} from './preferences.ts';
export { costNow, monthForecast } from './running-cost.ts';
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
export { type VmAction, type VmMenuEntry, vmMenu } from './vm-menu.ts';
export { loginObstacle, type VmOffers, vmOffers, vmOffersIn } from './vm-offers.ts';
