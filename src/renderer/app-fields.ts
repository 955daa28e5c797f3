import { useRef } from 'react';
import type { AppState } from '../shared/state/index.ts';
import { isSame } from './same.ts';
import { useApp } from './store.ts';

/** Like `useApp`, for an object or array that is made anew: renders again only when a field of it changes. */
export function useAppFields<T extends object>(select: (app: AppState) => T): T {
  const last = useRef<T>(null);
  // React asks again after it has drawn, mostly for the same state.
  let asked: AppState | null = null;
  return useApp((app) => {
    if (app === asked && last.current !== null) return last.current;
    asked = app;
    const next = select(app);
    if (last.current !== null && isSame(last.current, next)) return last.current;
    last.current = next;
    return next;
  });
}
