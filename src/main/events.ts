import { ownTurn } from '../core/own-turn.ts';

/** An event. Its source may exist before its listener, so that neither needs the other to be created. */
export interface Emitter<T> {
  /** Calls the listener. Without one, the last value is kept for it. */
  readonly emit: (value: T) => void;
  /** Sets the only listener. */
  on(listener: (value: T) => void): void;
}

export function createEmitter<T>(): Emitter<T> {
  let pending: { readonly value: T } | null = null;
  let listener: ((value: T) => void) | null = null;
  return {
    emit(value) {
      if (listener === null) pending = { value };
      else listener(value);
    },
    on(next) {
      listener = next;
      if (pending !== null) next(pending.value);
      pending = null;
    },
  };
}

/** Runs once in a later turn of the event loop, however often it is called: related state changes become one update. */
export function coalesce(run: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    void ownTurn().then(() => {
      isDue = false;
      run();
    });
  };
}
