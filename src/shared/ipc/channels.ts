import type { RequestName } from './contract.ts';
import type { PushName } from './pushes.ts';

/** The channel of each request. A request without one, or one without a request, does not compile. */
export const REQUEST_CHANNELS = {
  signInWithKey: 'request:signInWithKey',
  signInWithPassword: 'request:signInWithPassword',
  signOut: 'request:signOut',
  setConsoleUrl: 'request:setConsoleUrl',
  refresh: 'request:refresh',
  copyFromVm: 'request:copyFromVm',
  openTerminal: 'request:openTerminal',
  openEditor: 'request:openEditor',
  checkHostKey: 'request:checkHostKey',
  rescan: 'request:rescan',
  previewInclude: 'request:previewInclude',
  addInclude: 'request:addInclude',
  removeInclude: 'request:removeInclude',
  openConsole: 'request:openConsole',
  snoozeAlert: 'request:snoozeAlert',
  changePreferences: 'request:changePreferences',
  changeLogin: 'request:changeLogin',
  setVmTemplate: 'request:setVmTemplate',
  dismissNotice: 'request:dismissNotice',
  hidePanel: 'request:hidePanel',
  keepView: 'request:keepView',
  quit: 'request:quit',
} as const satisfies Record<RequestName, string>;

/** Asks main for the whole state and for patches from then on. */
export const WATCH_CHANNEL = 'watch';

/** The channel of each push. */
export const PUSH_CHANNELS = {
  start: 'push:start',
  patch: 'push:patch',
  go: 'push:go',
} as const satisfies Record<PushName, string>;
