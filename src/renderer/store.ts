import { create } from 'zustand';
import { type AppState, applyAppPatch, initialState } from '../shared/app/index.ts';
import type { Bridge, PushListeners, Screen } from '../shared/ipc/index.ts';

interface Mirror {
  /** False until main has told its state for the first time. */
  readonly isKnown: boolean;
  readonly app: AppState;
}

const UNKNOWN = initialState({ platform: 'linux', version: '', hasTray: true, isOnline: true }, 0);

const useMirror = create<Mirror>(() => ({ isKnown: false, app: UNKNOWN }));

interface MirrorListeners extends Pick<PushListeners, 'go'> {
  /** Called before the first render. @param screen the one that was open last; null: none was */
  restore(screen: Screen | null): void;
}

/** Keeps the mirror equal to main's state. Returns the unsubscribe. */
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

/** A part of main's state. Draws again only when that part is another value. */
export function useApp<T>(select: (app: AppState) => T): T {
  return useMirror(({ app }) => select(app));
}

/** The state at this moment, for handlers that draw nothing. */
export function appNow(): AppState {
  return useMirror.getState().app;
}

/** False before main's first word: `useApp` then answers a state that is made up, and not to be shown. */
export function useIsKnown(): boolean {
  return useMirror(({ isKnown }) => isKnown);
}
