import type { Screen } from '../../../shared/ipc/index.ts';
import type { Monitor } from '../../monitor/index.ts';
import type { Notification, Part } from '../kernel/ports.ts';
import { type StateStore, withNotice } from '../kernel/state-store.ts';

/** @param forEachPart calls a hook of all parts */
export function desktopEvents(
  store: StateStore,
  monitor: Pick<Monitor, 'adapt'>,
  forEachPart: (call: (part: Part) => void) => void,
) {
  const setEnvironment = (change: { readonly isOnline?: boolean; readonly hasTray?: boolean }) =>
    store.set({ environment: { ...store.get().environment, ...change } });
  function setLocked(isScreenLocked: boolean): void {
    monitor.adapt({ isScreenLocked });
    forEachPart((part) => part.screenLocked?.(isScreenLocked));
  }
  return {
    panelOpened: () => forEachPart((part) => part.panelOpened?.(true)),
    panelClosed: () => forEachPart((part) => part.panelOpened?.(false)),
    /** In the panel, open or not. */
    screenOpened: (screen: Screen) => forEachPart((part) => part.screenOpened?.(screen)),
    screenLocked: () => setLocked(true),
    screenUnlocked: () => setLocked(false),
    suspended: () => forEachPart((part) => part.suspended?.()),
    resumed: () => forEachPart((part) => part.resumed?.()),
    /** The user logs off, or the computer shuts down. */
    sessionEnding: () => forEachPart((part) => part.sessionEnding?.()),
    online(isOnline: boolean) {
      setEnvironment({ isOnline });
      forEachPart((part) => part.online?.(isOnline));
    },
    trayFound: (hasTray: boolean) => setEnvironment({ hasTray }),
    panelCrashed() {
      const message = 'The panel crashed and was closed. If this repeats, open Diagnostics.';
      store.apply(withNotice(store.core(), 'panel', message));
    },
    /** A notification that the desktop did not show becomes a notice. */
    notificationFailed({ title, body }: Pick<Notification, 'title' | 'body'>) {
      const message = body === '' ? title : `${title}: ${body}`;
      store.apply(withNotice(store.core(), 'notification', message));
    },
  };
}
