import { create } from 'zustand';
import type { AppAccount } from '../shared/accounts/index.ts';
import type { Vm } from '../shared/domain/vm.ts';
import { hiding } from '../shared/format/index.ts';
import { type VmRef, vmKey } from '../shared/ssh/ssh-state.ts';
import {
  type AppPatch,
  type AppState,
  applyAppPatch,
  findAccount,
  findVm,
} from '../shared/state/index.ts';

interface Mirror {
  /** Null until the first state was received; nothing is rendered before. */
  readonly app: AppState | null;
}

const useMirror = create<Mirror>(() => ({ app: null }));

function known({ app }: Mirror): AppState {
  if (app === null) throw new Error('The state was not received yet');
  return app;
}

export function replaceApp(app: AppState): void {
  useMirror.setState({ app });
}

export function patchApp(patch: AppPatch): void {
  useMirror.setState((mirror) => ({ app: applyAppPatch(known(mirror), patch) }));
}

/** Selects a part of main's state, and renders again only when it changes. */
export function useApp<T>(select: (app: AppState) => T): T {
  return useMirror((mirror) => select(known(mirror)));
}

export type VmTarget = VmRef;

/** A VM of the last list. */
export interface VmOfAccount {
  readonly vm: Vm;
  readonly account: AppAccount;
  readonly target: VmTarget;
  readonly vmKey: string;
}

/** Undefined: it is not signed in. */
export function useAccount(accountId: string | null): AppAccount | undefined {
  return useApp((app) => findAccount(app, accountId));
}

/** Undefined: it is not in the last list. */
export function useVm({ accountId, vmId }: VmTarget): VmOfAccount | undefined {
  const target = { accountId, vmId };
  const account = useAccount(accountId);
  const vm = useApp(({ snapshots }) => findVm({ snapshots }, target));
  return account && vm && { vm, account, target, vmKey: vmKey(accountId, vmId) };
}

export function appNow(): AppState {
  return known(useMirror.getState());
}

/** Puts dots in place of the amounts in a text, where amounts are hidden. */
export function useHiding(): (text: string) => string {
  return hiding(useApp(({ preferences }) => preferences));
}
