import type { Application, DesktopPorts } from '../../core/app/index.ts';
import type { Log } from '../../core/log.ts';
import type { Destination, RequestInput } from '../../shared/ipc/index.ts';
import { describeDefect } from '../desktop/log.ts';
import { refusalOf } from '../ipc/index.ts';

interface VmReference {
  readonly accountId: string;
  readonly vmId: string;
}

/** What a menu item does, as plain data, so that menus can be compared and tested. */
export type TrayAction =
  | (VmReference & { readonly kind: 'openTerminal' | 'showVm' })
  | ({ readonly kind: 'copy' } & RequestInput<'copyFromVm'>)
  | ({ readonly kind: 'openEditor' } & RequestInput<'openEditor'>)
  | { readonly kind: 'openConsole'; readonly accountId: string }
  | ({ readonly kind: 'snooze' } & RequestInput<'snoozeAlert'>)
  | { readonly kind: 'refresh' | 'openPanel' | 'showVms' | 'showAlerts' | 'showSettings' | 'quit' };

export interface TrayActionPorts {
  readonly requests: Application['requests'];
  /** Null: the screen that was open last. */
  openPanel(destination: Destination | null): void;
  quit(): void;
}

/** Performs a menu item's action. Rejects as the request behind it does. */
export async function performTrayAction(action: TrayAction, ports: TrayActionPorts): Promise<void> {
  const { requests, openPanel } = ports;
  switch (action.kind) {
    case 'copy': {
      const { kind: _, ...input } = action;
      await requests.copyFromVm(input);
      return;
    }
    case 'openTerminal':
      return requests.openTerminal({ accountId: action.accountId, vmId: action.vmId });
    case 'openEditor': {
      const { kind: _, ...input } = action;
      return requests.openEditor(input);
    }
    case 'showVm':
      return openPanel({ kind: 'vm', accountId: action.accountId, vmId: action.vmId });
    case 'openConsole':
      return requests.openConsole({ accountId: action.accountId });
    case 'snooze':
      return requests.snoozeAlert({ alertId: action.alertId, minutes: action.minutes });
    case 'refresh':
      return requests.refresh({ accountId: null });
    case 'openPanel':
      return openPanel(null);
    case 'showVms':
      return openPanel({ kind: 'vms' });
    case 'showAlerts':
      return openPanel({ kind: 'alerts' });
    case 'showSettings':
      return openPanel({ kind: 'settings' });
    case 'quit':
      return ports.quit();
  }
}

export interface TrayActionsPorts extends TrayActionPorts {
  readonly notify: DesktopPorts['notify'];
  readonly log: Log;
}

/** Performs menu actions. A refusal is notified, since a menu cannot show it. */
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
