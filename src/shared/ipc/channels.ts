import type { RequestName } from './contract.ts';

/** The channel of each request. A request without one, or one without a request, does not compile. */
export const REQUEST_CHANNELS = {
  signInWithKey: 'request:signInWithKey',
  signInWithPassword: 'request:signInWithPassword',
  signOut: 'request:signOut',
  setConsoleUrl: 'request:setConsoleUrl',
  refresh: 'request:refresh',
  copyFromVm: 'request:copyFromVm',
  openConsole: 'request:openConsole',
  snoozeAlert: 'request:snoozeAlert',
  changePreferences: 'request:changePreferences',
  dismissNotice: 'request:dismissNotice',
  hidePanel: 'request:hidePanel',
} as const satisfies Record<RequestName, string>;

/** Asks main for the whole state and for patches from then on. */
export const WATCH_CHANNEL = 'watch';
/** The whole state, an `AppState`. */
export const STATE_CHANNEL = 'push:state';
/** An `AppPatch` to the state sent before. */
export const PATCH_CHANNEL = 'push:patch';
/** A `Destination`. */
export const GO_CHANNEL = 'push:go';
