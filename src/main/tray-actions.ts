import type { DesktopPorts } from '../core/app/index.ts';
import type { Log } from '../core/log.ts';
import { describeDefect } from './desktop/log.ts';
import { refusalOf } from './ipc/index.ts';
import { performTrayAction, type TrayAction, type TrayActionPorts } from './tray/tray-action.ts';

/** What clicks in the menu reach, and where it is told when that was refused. */
export interface TrayActionsPorts extends TrayActionPorts {
  readonly notify: DesktopPorts['notify'];
  readonly log: Log;
}

/** What clicks in the tray's menu do. A menu has no place to say why something was refused, so a notification does. */
export function trayActions(ports: TrayActionsPorts): (action: TrayAction) => void {
  return (action) => {
    performTrayAction(action, ports).catch((error: unknown) => {
      const refusal = refusalOf(error);
      if (refusal === null) ports.log.error('tray.defect', describeDefect(error));
      else
        ports.notify({
          title: refusal.message,
          body: refusal.action,
          destination: { kind: 'vms' },
        });
    });
  };
}
