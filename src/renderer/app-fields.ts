import { useRef } from 'react';
import type { AppState } from '../shared/state/index.ts';
import { isSame } from './same.ts';
import { useApp } from './store.ts';

/** Like `useApp`, for an object or array that is made anew: renders again only when a field of it changes. */
export function useAppFields<T extends object>(select: (app: AppState) => T): T {
  const last = useRef<T>(null);
  return useApp((app) => {
    const next = select(app);
    if (last.current !== null && isSame(last.current, next)) return last.current;
    last.current = next;
    return next;
  });
}
