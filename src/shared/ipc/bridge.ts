import type { AppPatch, AppState } from '../state/index.ts';
import type { RequestInput, RequestName, RequestOutput, Screen } from './contract.ts';

/** `message` and `action` are for the user, `kind` is for code. */
export interface Refusal {
  readonly kind: string;
  readonly message: string;
  readonly action: string;
  /** When the service takes the next request, ms since the epoch: a countdown is shown instead of `action`. */
  readonly retryAt?: number;
}

/** Sent instead of a thrown error, which Electron would prefix with "Error invoking remote method". */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

/** A screen that the tray or a notification can open. */
export type Destination =
  | Extract<Screen, { kind: 'vm' | 'launch' | 'offers' | 'usage' }>
  | { readonly kind: 'vms' | 'settings' | 'alerts' | 'stopIdle' };

export interface PanelStart {
  readonly app: AppState;
  /** The screen that was open when the panel's window was freed; null: the first screen. */
  readonly screen: Screen | null;
}

export interface Pushes {
  /** Once for each page that calls `watch`. */
  readonly start: PanelStart;
  /** The difference from the state sent before. */
  readonly patch: AppPatch;
  readonly go: Destination;
}

export type PushName = keyof Pushes;

export type SendPush = <Name extends PushName>(name: Name, content: Pushes[Name]) => void;

export type PushListeners = {
  readonly [Name in PushName]: (content: Pushes[Name]) => void;
};

/** The answer to a request that failed in transit. */
export const NO_ANSWER: Answer<never> = {
  ok: false,
  refusal: {
    kind: 'noAnswer',
    message: 'GPU Tray did not respond.',
    action: 'Try again, or restart GPU Tray.',
  },
};

export type Requests<Names extends RequestName = RequestName> = {
  readonly [Name in Names]: (input: RequestInput<Name>) => Promise<Answer<RequestOutput<Name>>>;
};

/** `window.gpuTray`: one function per request, which never rejects, and `watch`. */
export interface Bridge extends Requests {
  /** Sends `start`, then patches in order, and destinations to open, as long as the page lives. */
  watch(listeners: PushListeners): void;
}

export const requestChannel = (name: RequestName) => `request:${name}` as const;

/** The IPC channel of all pushes, each with its name and its content. */
export const PUSH_CHANNEL = 'push';

/** The IPC channel on which a page asks for the state and for pushes from then on. */
export const WATCH_CHANNEL = 'watch';
