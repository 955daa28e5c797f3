import type { Application, DesktopPorts } from '../../core/app/index.ts';
import { describeDefect, type Log } from '../../core/log.ts';
import type { Destination, RequestInput } from '../../shared/ipc/index.ts';
import { DEFECT_REFUSAL, refusalOf } from '../ipc/handle.ts';

/** A menu item's effect, as plain data. */
export type TrayAction =
  | { readonly kind: 'copy'; readonly input: RequestInput<'copyFromVm'> }
  | { readonly kind: 'openTerminal'; readonly input: RequestInput<'openTerminal'> }
  | { readonly kind: 'openEditor'; readonly input: RequestInput<'openEditor'> }
  | { readonly kind: 'openConsole'; readonly input: RequestInput<'openConsole'> }
  | { readonly kind: 'openLoginPage'; readonly input: RequestInput<'openLoginPage'> }
  | { readonly kind: 'changePreferences'; readonly input: RequestInput<'changePreferences'> }
  | { readonly kind: 'mute'; readonly input: RequestInput<'muteVm'> }
  | { readonly kind: 'setAutoStop'; readonly input: RequestInput<'setAutoStop'> }
  | { readonly kind: 'snooze'; readonly input: RequestInput<'snoozeAlert'> }
  /** `screen` null: the one that was open last. */
  | { readonly kind: 'openPanel'; readonly screen: Destination | null }
  | { readonly kind: 'refresh' | 'quit' };

export interface TrayActionPorts {
  readonly requests: Application['requests'];
  /** Null: the screen that was open last. */
  openPanel(destination: Destination | null): void;
  quit(): void;
}

/** Performs a menu item's action. Rejects as the request behind it does. */
export async function performTrayAction(action: TrayAction, ports: TrayActionPorts): Promise<void> {
  const { requests } = ports;
  switch (action.kind) {
    case 'copy':
      return requests.copyFromVm(action.input);
    case 'openTerminal':
      return requests.openTerminal(action.input);
    case 'openEditor':
      return requests.openEditor(action.input);
    case 'openConsole':
      return requests.openConsole(action.input);
    case 'openLoginPage':
      return requests.openLoginPage(action.input);
    case 'changePreferences':
      return requests.changePreferences(action.input);
    case 'mute':
      return requests.muteVm(action.input);
    case 'setAutoStop':
      return requests.setAutoStop(action.input);
    case 'snooze':
      return requests.snoozeAlert(action.input);
    case 'refresh':
      return requests.refresh({ accountId: null });
    case 'openPanel':
      return ports.openPanel(action.screen);
    case 'quit':
      return ports.quit();
  }
}

export interface TrayActionsPorts extends TrayActionPorts {
  readonly notify: DesktopPorts['notify'];
  readonly log: Log;
}

/** Performs menu actions. A failure is notified, since a menu cannot show it. */
export function trayActions(ports: TrayActionsPorts): (action: TrayAction) => void {
  return (action) => {
    performTrayAction(action, ports).catch((error: unknown) => {
      const refusal = refusalOf(error);
      if (refusal === null) ports.log.error('tray.defect', describeDefect(error));
      const { message, action } = refusal ?? DEFECT_REFUSAL;
      ports.notify({ title: message, body: action, destination: { kind: 'vms' } });
    });
  };
}
