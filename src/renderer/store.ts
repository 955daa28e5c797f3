import { create } from 'zustand';
import { type AppState, applyAppPatch, initialState } from '../shared/app/index.ts';
import type { Bridge, PushListeners, Screen } from '../shared/ipc/index.ts';

interface Mirror {
  /** False until the first state was received. */
  readonly isKnown: boolean;
  readonly app: AppState;
}

const UNKNOWN = initialState({ platform: 'linux', version: '', hasTray: true, isOnline: true }, 0);

const useMirror = create<Mirror>(() => ({ isKnown: false, app: UNKNOWN }));

interface MirrorListeners extends Pick<PushListeners, 'go'> {
  /** Called before the first render. @param screen the one that was open last; null: none was */
  restore(screen: Screen | null): void;
}

/** Mirrors main's state. Returns the unsubscribe. */
export function mirrorMain(
  source: Pick<Bridge, 'watch'>,
  { restore, go }: MirrorListeners,
): () => void {
  return source.watch({
    start({ app, screen }) {
      restore(screen);
      useMirror.setState({ isKnown: true, app });
    },
    patch: (patch) => useMirror.setState(({ app }) => ({ app: applyAppPatch(app, patch) })),
    go,
  });
}

/** A part of main's state; renders again only when that part changes. */
export function useApp<T>(select: (app: AppState) => T): T {
  return useMirror(({ app }) => select(app));
}

/** The current state, for event handlers. */
export function appNow(): AppState {
  return useMirror.getState().app;
}

/** False until main's state was received; `useApp` then returns a placeholder that must not be shown. */
export function useIsKnown(): boolean {
  return useMirror(({ isKnown }) => isKnown);
}
