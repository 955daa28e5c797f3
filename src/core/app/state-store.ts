import { createStore } from 'zustand/vanilla';
import type { AppState } from '../../shared/app/index.ts';

/** The one state. Every change is a new object with the unchanged parts as they were. */
export interface StateStore {
  get(): AppState;
  /** Replaces the parts that differ; says nothing to anybody when none does. */
  set(change: Partial<AppState>): void;
  subscribe(listener: (state: AppState) => void): () => void;
}

/** Listeners are called within `set`, so they see every single state. */
export function createStateStore(initial: AppState): StateStore {
  const store = createStore<AppState>(() => initial);
  return {
    get: store.getState,
    set(change) {
      const state = store.getState();
      const next = { ...state, ...change };
      const isSame = Object.keys(change).every(
        (key) => Reflect.get(state, key) === Reflect.get(next, key),
      );
      if (!isSame) store.setState(next, true);
    },
    subscribe: (listener) => store.subscribe((state) => listener(state)),
  };
}
