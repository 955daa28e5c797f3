import { create } from 'zustand';
import type { AppAccount } from '../shared/accounts/index.ts';
import type { Vm } from '../shared/domain/vm.ts';
import { hiding } from '../shared/format/index.ts';
import type { Bridge } from '../shared/ipc/bridge.ts';
import type { Screen } from '../shared/ipc/contract.ts';
import { type VmRef, vmKey } from '../shared/ssh/ssh-state.ts';
import {
  type AppPatch,
  type AppState,
  applyAppPatch,
  findAccount,
  findVm,
} from '../shared/state/index.ts';

declare global {
  interface Window {
    readonly gpuTray: Bridge;
  }
}

export const bridge: Bridge = window.gpuTray;

/** Null until the first state was received; nothing is rendered before. */
const useMirror = create<AppState | null>(() => null);

function known(app: AppState | null): AppState {
  if (app === null) throw new Error('The state was not received yet');
  return app;
}

export function replaceApp(app: AppState): void {
  useMirror.setState(app, true);
}

export function patchApp(patch: AppPatch): void {
  replaceApp(applyAppPatch(appNow(), patch));
}

/** Selects a part of main's state, and renders again only when it changes. */
export function useApp<T>(select: (app: AppState) => T): T {
  return useMirror((app) => select(known(app)));
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

const HOME: Screen = { kind: 'vms' };

export type SettingsPart = 'sshNames' | 'sshPrograms';

interface Navigation {
  readonly screen: Screen;
  /** The screens that `goBack` leads to, the next one last. */
  readonly before: readonly Screen[];
  readonly part: SettingsPart | null;
}

export const useNavigation = create<Navigation>(() => ({ screen: HOME, before: [], part: null }));

/** Opens `previous`, if there is one, and reports every screen to main, which keeps it while the panel's window is freed. */
export function keepScreen(previous: Screen | null): void {
  if (previous !== null) go(previous);
  useNavigation.subscribe(({ screen }, last) => {
    if (screen !== last.screen) void bridge.keepScreen(screen);
  });
}

const fieldsOf = (screen: Screen) => JSON.stringify(Object.entries(screen).toSorted());

const isSame = (a: Screen, b: Screen) => fieldsOf(a) === fieldsOf(b);

/** Opens a screen. There is no way back from the list. */
export function go(next: Screen, part: SettingsPart | null = null): void {
  useNavigation.setState(({ screen, before }) => {
    if (next.kind === 'vms') return { screen: next, before: [], part };
    return isSame(screen, next) ? { part } : { screen: next, before: [...before, screen], part };
  });
}

/** Replaces the open screen, without a way back to it, or to the same screen before it. */
export function replaceScreen(screen: Screen): void {
  useNavigation.setState(({ before }) => {
    const last = before.at(-1);
    const isAgain = last !== undefined && isSame(last, screen);
    return { screen, before: isAgain ? before.slice(0, -1) : before };
  });
}

/** Returns false on the first screen. */
export function goBack(): boolean {
  const { before } = useNavigation.getState();
  const screen = before.at(-1);
  if (screen === undefined) return false;
  useNavigation.setState({ screen, before: before.slice(0, -1), part: null });
  return true;
}
