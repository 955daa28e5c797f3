import type { Application } from '../../core/app/index.ts';
import type { Destination } from '../../shared/ipc/index.ts';
import type { TrayAction } from './tray-action.ts';

/** Everything that a click on the menu can lead to. */
export interface TrayActionPorts {
  readonly requests: Application['requests'];
  /** Null: wherever it was last. */
  openPanel(destination: Destination | null): void;
  quit(): void;
}

/** Does what a click on the menu asked for. Rejects as the request behind it does. */
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
