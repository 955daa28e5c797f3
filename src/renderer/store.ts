import { create } from 'zustand';
import type { AppAccount } from '../shared/accounts/index.ts';
import { listedVm, type Vm } from '../shared/domain/index.ts';
import { type AppPatch, type AppState, applyAppPatch, findAccount } from '../shared/state/index.ts';

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

/** A VM of an account. */
export interface VmTarget {
  readonly accountId: string;
  readonly vmId: string;
}

/** Undefined: it is not signed in. */
export function useAccount(accountId: string | null): AppAccount | undefined {
  return useApp((app) => findAccount(app, accountId));
}

/** Undefined: it is not in the last list. */
export function useListedVm(accountId: string | null, vmId: string | null): Vm | undefined {
  return useApp(({ snapshots }) => listedVm(snapshots[accountId ?? ''], vmId));
}

/** The current state, for event handlers. */
export function appNow(): AppState {
  return known(useMirror.getState());
}
