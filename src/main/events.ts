import { ownTurn } from '../core/own-turn.ts';

export type Emitter<T> = ReturnType<typeof createEmitter<T>>;

/** An event. The source may exist before the listener, so that neither needs the other to be created. */
export function createEmitter<T>() {
  let pending: { readonly value: T } | null = null;
  let listener: ((value: T) => void) | null = null;
  return {
    /** Calls the listener. Without one, the last value is kept for it. */
    emit(value: T): void {
      if (listener === null) pending = { value };
      else listener(value);
    },
    /** Sets the only listener. */
    on(next: (value: T) => void): void {
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
