import { create } from 'zustand';
import { type AppState, applyAppPatch } from '../shared/app/index.ts';
import type { Bridge, PushListeners, Screen } from '../shared/ipc/index.ts';

interface Mirror {
  /** Null until the first state was received; nothing is rendered before. */
  readonly app: AppState | null;
}

const useMirror = create<Mirror>(() => ({ app: null }));

function known({ app }: Mirror): AppState {
  if (app === null) throw new Error('The state was not received yet');
  return app;
}

interface MirrorListeners extends Pick<PushListeners, 'go'> {
  /** Called with the first state. @param screen the one that was open last; null: none was */
  start(screen: Screen | null): void;
}

/** Mirrors main's state. Returns the unsubscribe. */
export function mirrorMain(
  source: Pick<Bridge, 'watch'>,
  { start, go }: MirrorListeners,
): () => void {
  return source.watch({
    start({ app, screen }) {
      useMirror.setState({ app });
      start(screen);
    },
    patch: (patch) =>
      useMirror.setState((mirror) => ({ app: applyAppPatch(known(mirror), patch) })),
    go,
  });
}

/** A part of main's state; renders again only when that part changes. */
export function useApp<T>(select: (app: AppState) => T): T {
  return useMirror((mirror) => select(known(mirror)));
}

/** The current state, for event handlers. */
export function appNow(): AppState {
  return known(useMirror.getState());
}
