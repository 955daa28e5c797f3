import type { Monitor } from '../monitor/index.ts';
import type { Application, Part } from './application.ts';
import { type StateStore, withNotice } from './state-store.ts';

type DesktopEvents = Pick<
  Application,
  | 'panelOpened'
  | 'panelClosed'
  | 'screenLocked'
  | 'screenUnlocked'
  | 'suspended'
  | 'resumed'
  | 'online'
  | 'trayFound'
  | 'panelCrashed'
  | 'notificationFailed'
>;

/** What the application does when something happens on the desktop. @param each calls a hook of all parts */
export function desktopEvents(
  store: StateStore,
  monitor: Pick<Monitor, 'adapt'>,
  each: (call: (part: Part) => void) => void,
): DesktopEvents {
  const setSurroundings = (change: { readonly isOnline?: boolean; readonly hasTray?: boolean }) =>
    store.set({ surroundings: { ...store.get().surroundings, ...change } });
  return {
    panelOpened: () => each((part) => part.panelOpened?.(true)),
    panelClosed: () => each((part) => part.panelOpened?.(false)),
    screenLocked: () => monitor.adapt({ isScreenLocked: true }),
    screenUnlocked: () => monitor.adapt({ isScreenLocked: false }),
    suspended: () => each((part) => part.suspended?.()),
    resumed: () => each((part) => part.resumed?.()),
    online(isOnline) {
      setSurroundings({ isOnline });
      each((part) => part.online?.(isOnline));
    },
    trayFound: (hasTray) => setSurroundings({ hasTray }),
    panelCrashed() {
      store.apply(withNotice(store.core(), 'panel', 'The panel crashed and was closed.'));
    },
    notificationFailed({ title, body }) {
      const message = body === '' ? title : `${title}: ${body}`;
      store.apply(withNotice(store.core(), 'notification', message));
    },
  };
}
