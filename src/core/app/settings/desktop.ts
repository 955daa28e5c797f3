import type { Screen } from '../../../shared/ipc/contract.ts';
import type { Notification } from '../../events/index.ts';
import type { Part } from '../kernel/ports.ts';
import { type NoticeTopic, type StateStore, withNotice } from '../kernel/state-store.ts';

interface Receiver {
  readonly store: StateStore;
  readonly forEachPart: (call: (part: Part) => void) => void;
}

/** @param receiver replaced by an application that takes over */
export function desktopEvents(receiver: () => Receiver) {
  const latest = new Map<keyof Part, (part: Part) => void>();
  const forEachPart: Receiver['forEachPart'] = (call) => receiver().forEachPart(call);

  /** Calls a hook that the next receiver gets, too. */
  function keep(hook: keyof Part, call: (part: Part) => void): void {
    latest.set(hook, call);
    forEachPart(call);
  }
  function setEnvironment(change: { readonly isOnline?: boolean; readonly hasTray?: boolean }) {
    const { store } = receiver();
    store.set({ environment: { ...store.get().environment, ...change } });
  }
  function notice(topic: NoticeTopic, message: string): void {
    const { store } = receiver();
    store.apply(withNotice(store.core(), topic, message));
  }

  return {
    repeat: () => latest.forEach(forEachPart),
    hooks: {
      panelOpened: () => keep('panelOpened', (part) => part.panelOpened?.(true)),
      panelClosed: () => keep('panelOpened', (part) => part.panelOpened?.(false)),
      screenOpened: (screen: Screen) => keep('screenOpened', (part) => part.screenOpened?.(screen)),
      screenLocked: () => keep('screenLocked', (part) => part.screenLocked?.(true)),
      screenUnlocked: () => keep('screenLocked', (part) => part.screenLocked?.(false)),
      suspended: () => forEachPart((part) => part.suspended?.()),
      resumed: () => forEachPart((part) => part.resumed?.()),
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
