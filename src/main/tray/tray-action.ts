import type { DesktopPorts, RequestHandlers } from '../../core/app/index.ts';
import { describeInternalError, type Log } from '../../core/log.ts';
import type { Destination } from '../../shared/ipc/bridge.ts';
import type { RequestAction } from '../../shared/ipc/contract.ts';
import { DEFECT_REFUSAL, refusalOf } from '../ipc/handle.ts';

type RequestKind = keyof RequestHandlers;

export type TrayAction =
  | RequestAction<RequestKind>
  /** `screen` null: the one that was open last. */
  | { readonly kind: 'openPanel'; readonly screen: Destination | null }
  | { readonly kind: 'quit' };

export interface TrayActionPorts {
  readonly application: { readonly requests: RequestHandlers };
  openPanel(destination: Destination | null): void;
  quit(): void;
  readonly notify: DesktopPorts['notify'];
  readonly log: Log;
}

function request<Kind extends RequestKind>(
  requests: RequestHandlers<Kind>,
  action: RequestAction<Kind>,
) {
  return requests[action.kind](action.input);
}

/** Performs menu actions. A failure is notified, since a menu cannot show it. */
export function trayActions(ports: TrayActionPorts): (action: TrayAction) => void {
  return (action) => {
    if (action.kind === 'openPanel') ports.openPanel(action.screen);
    else if (action.kind === 'quit') ports.quit();
    else
      request(ports.application.requests, action).catch((error: unknown) => {
        const refusal = refusalOf(error);
        if (refusal === null) ports.log.error('tray.internal_error', describeInternalError(error));
        const { message, action: body } = refusal ?? DEFECT_REFUSAL;
        ports.notify({ title: message, body, destination: { kind: 'vms' } });
      });
  };
}
