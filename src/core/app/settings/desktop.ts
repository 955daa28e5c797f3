import type { Screen } from '../../../shared/ipc/index.ts';
import type { Notification } from '../../events/index.ts';
import type { Part } from '../kernel/ports.ts';
import { type NoticeTopic, type StateStore, withNotice } from '../kernel/state-store.ts';

interface Receiver {
  readonly store: StateStore;
  readonly forEachPart: (call: (part: Part) => void) => void;
}

/** @param receiver replaced by an application that takes over */
export function desktopEvents(receiver: () => Receiver) {
  let isPanelOpen = false;
  let isScreenLocked = false;
  let screen: Screen | null = null;

  const forEachPart: Receiver['forEachPart'] = (call) => receiver().forEachPart(call);
  function setEnvironment(change: { readonly isOnline?: boolean; readonly hasTray?: boolean }) {
    const { store } = receiver();
    store.set({ environment: { ...store.get().environment, ...change } });
  }
  function setLocked(isLocked: boolean): void {
    isScreenLocked = isLocked;
    forEachPart((part) => part.screenLocked?.(isLocked));
  }
  function setPanelOpen(isOpen: boolean): void {
    isPanelOpen = isOpen;
    forEachPart((part) => part.panelOpened?.(isOpen));
  }
  function setScreen(opened: Screen): void {
    screen = opened;
    forEachPart((part) => part.screenOpened?.(opened));
  }
  function notice(topic: NoticeTopic, message: string): void {
    const { store } = receiver();
    store.apply(withNotice(store.core(), topic, message));
  }

  return {
    /** For a new receiver. */
    repeat(): void {
      if (screen !== null) setScreen(screen);
      if (isPanelOpen) setPanelOpen(true);
      if (isScreenLocked) setLocked(true);
    },
    hooks: {
      panelOpened: () => setPanelOpen(true),
      panelClosed: () => setPanelOpen(false),
      /** In the panel, open or not. */
      screenOpened: setScreen,
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
      panelCrashed: () =>
        notice('panel', 'The panel crashed and was closed. If this repeats, open Diagnostics.'),
      /** A notification that the desktop did not show becomes a notice. */
      notificationFailed: ({ title, body }: Pick<Notification, 'title' | 'body'>) =>
        notice('notification', body === '' ? title : `${title}: ${body}`),
    },
  };
}
