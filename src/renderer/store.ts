import { create } from 'zustand';
import { type AppPatch, type AppState, applyAppPatch } from '../shared/state/index.ts';

interface Mirror {
  /** Null until the first state was received; nothing is rendered before. */
  readonly app: AppState | null;
}

const useMirror = create<Mirror>(() => ({ app: null }));

function known({ app }: Mirror): AppState {
  if (app === null) throw new Error('The state was not received yet');
  return app;
}

/** Main's whole state, with which a page starts. */
export function replaceApp(app: AppState): void {
  useMirror.setState({ app });
}

/** A change of main's state. */
export function patchApp(patch: AppPatch): void {
  useMirror.setState((mirror) => ({ app: applyAppPatch(known(mirror), patch) }));
}

/** A part of main's state; renders again only when that part changes. */
export function useApp<T>(select: (app: AppState) => T): T {
  return useMirror((mirror) => select(known(mirror)));
}

/** The current state, for event handlers. */
export function appNow(): AppState {
  return known(useMirror.getState());
}
