import type { Application, DesktopPorts } from '../../core/app/index.ts';
import { describeInternalError, type Log } from '../../core/log.ts';
import type { Destination, RequestInput } from '../../shared/ipc/index.ts';
import { DEFECT_REFUSAL, refusalOf } from '../ipc/handle.ts';

type RequestKind = keyof Application['requests'];

type RequestAction<Kind extends RequestKind = RequestKind> = {
  readonly [Each in Kind]: { readonly kind: Each; readonly input: RequestInput<Each> };
}[Kind];

/** A menu item's effect, as plain data. */
export type TrayAction =
  | RequestAction
  /** `screen` null: the one that was open last. */
  | { readonly kind: 'openPanel'; readonly screen: Destination | null }
  | { readonly kind: 'quit' };

export interface TrayActionPorts {
  readonly requests: Application['requests'];
  /** Null: the screen that was open last. */
  openPanel(destination: Destination | null): void;
  quit(): void;
}

type Requests = {
  readonly [Kind in RequestKind]: (input: RequestInput<Kind>) => Promise<unknown>;
};

function request<Kind extends RequestKind>(requests: Requests, action: RequestAction<Kind>) {
  return requests[action.kind](action.input);
}

/** Performs a menu item's action. Rejects as the request behind it does. */
export async function performTrayAction(action: TrayAction, ports: TrayActionPorts): Promise<void> {
  if (action.kind === 'openPanel') ports.openPanel(action.screen);
  else if (action.kind === 'quit') ports.quit();
  else await request(ports.requests, action);
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
      if (refusal === null) ports.log.error('tray.internal_error', describeInternalError(error));
      const { message, action } = refusal ?? DEFECT_REFUSAL;
      ports.notify({ title: message, body: action, destination: { kind: 'vms' } });
    });
  };
}
