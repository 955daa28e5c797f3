import type { RequestHandlers } from '../../core/app/index.ts';
import type { Log } from '../../core/log.ts';
import { contract } from '../../shared/ipc/contract.ts';
import { REQUEST_CHANNELS, type RequestName } from '../../shared/ipc/index.ts';
import { type Answering, answering } from './answering.ts';

/** Every way in by its channel. A request of the contract without its line here does not compile. */
export type RequestDoors = Readonly<Record<(typeof REQUEST_CHANNELS)[RequestName], Answering>>;

export function requestDoors(requests: RequestHandlers, log: Log): RequestDoors {
  const c = contract;
  const r = requests;
  return {
    [REQUEST_CHANNELS.signInWithKey]: answering(
      'signInWithKey',
      c.signInWithKey,
      r.signInWithKey,
      log,
    ),
    [REQUEST_CHANNELS.signInWithPassword]: answering(
      'signInWithPassword',
      c.signInWithPassword,
      r.signInWithPassword,
      log,
    ),
    [REQUEST_CHANNELS.signOut]: answering('signOut', c.signOut, r.signOut, log),
    [REQUEST_CHANNELS.setConsoleUrl]: answering(
      'setConsoleUrl',
      c.setConsoleUrl,
      r.setConsoleUrl,
      log,
    ),
    [REQUEST_CHANNELS.refresh]: answering('refresh', c.refresh, r.refresh, log),
    [REQUEST_CHANNELS.copyFromVm]: answering('copyFromVm', c.copyFromVm, r.copyFromVm, log),
    [REQUEST_CHANNELS.openConsole]: answering('openConsole', c.openConsole, r.openConsole, log),
    [REQUEST_CHANNELS.snoozeAlert]: answering('snoozeAlert', c.snoozeAlert, r.snoozeAlert, log),
    [REQUEST_CHANNELS.changePreferences]: answering(
      'changePreferences',
      c.changePreferences,
      r.changePreferences,
      log,
    ),
    [REQUEST_CHANNELS.dismissNotice]: answering(
      'dismissNotice',
      c.dismissNotice,
      r.dismissNotice,
      log,
    ),
    [REQUEST_CHANNELS.hidePanel]: answering('hidePanel', c.hidePanel, r.hidePanel, log),
  };
}
