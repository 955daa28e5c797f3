import type { AppPatch, AppState } from '../app/index.ts';
import type { RequestInput, RequestName, RequestOutput } from './contract.ts';

/** Why a request was not done: words for people, and a kind for code. */
export interface Refusal {
  readonly kind: string;
  readonly sentence: string;
  readonly action: string;
}

/** What crosses the bridge instead of a thrown error, so that nobody reads "Error invoking remote method". */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

type Requests = {
  readonly [Name in RequestName]: (
    input: RequestInput<Name>,
  ) => Promise<Answer<RequestOutput<Name>>>;
};

/** Where the panel should go, asked for by the tray or a notification. */
export type Destination =
  | { readonly kind: 'vms' }
  | { readonly kind: 'vm'; readonly accountId: string; readonly vmId: string }
  | { readonly kind: 'settings' }
  | { readonly kind: 'alerts' };

/** What the preload puts on `window.gpuTray`: named functions and nothing else. */
export interface Bridge extends Requests {
  /** The whole state once, then patches in order, and wishes to go somewhere. Returns the unsubscribe. */
  watch(listeners: {
    readonly onState: (state: AppState) => void;
    readonly onPatch: (patch: AppPatch) => void;
    readonly onGo: (destination: Destination) => void;
  }): () => void;
}
