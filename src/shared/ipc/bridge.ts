import type { RequestInput, RequestName, RequestOutput } from './contract.ts';
import type { PushListeners } from './pushes.ts';

/** Why a request was not done: words for people, and a kind for code. */
export interface Refusal {
  readonly kind: string;
  readonly message: string;
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

/** What the preload puts on `window.gpuTray`: named functions and nothing else. */
export interface Bridge extends Requests {
  /** The whole state once and how the panel was left, then patches in order, and wishes to go somewhere. Returns the unsubscribe. */
  watch(listeners: PushListeners): () => void;
}
