import { Notification, session } from 'electron';
import type { DesktopPorts } from '../../core/app/index.ts';
import type { AutostartPorts } from './autostart.ts';

/** The first choice of a result of `resolveProxy`, such as `PROXY proxy:3128; DIRECT`. Without its address, which may be private. */
export function proxyUse(pac: string): 'none' | 'used' {
  return /^\s*DIRECT\b/i.test(pac) || pac.trim() === '' ? 'none' : 'used';
}

export interface InspectionPorts {
  readonly autostart: AutostartPorts;
  /** Whether the desktop did not show the last notification. */
  hasNotificationFailed(): boolean;
}

/** What the checks need of Electron and its desktop. */
export function electronInspection({
  autostart,
  hasNotificationFailed,
}: InspectionPorts): Pick<DesktopPorts, 'inspect' | 'proxyFor'> {
  function notifications() {
    if (!Notification.isSupported()) return 'unsupported';
    return hasNotificationFailed() ? 'failed' : 'supported';
  }
  async function startsAtLogin() {
    if (!autostart.isPackaged) return null;
    try {
      return await autostart.isOn();
    } catch {
      // Nor can the desktop read it.
      return false;
    }
  }
  return {
    inspect: async () => ({
      notifications: notifications(),
      startsAtLogin: await startsAtLogin(),
    }),
    proxyFor: async (url) => proxyUse(await session.defaultSession.resolveProxy(url)),
  };
}
