import { create } from 'zustand';
import type { Screen } from '../shared/ipc/contract.ts';
import { bridge } from './bridge.ts';

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
