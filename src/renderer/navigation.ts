import { create } from 'zustand';
import type { Screen } from '../shared/ipc/index.ts';
import { answerOf, bridge } from './bridge.ts';

const HOME: Screen = { kind: 'vms' };

/** A section of the settings that can be linked to. */
export type SettingsPart = 'sshNames' | 'sshPrograms';

interface Navigation {
  readonly screen: Screen;
  /** The settings section that takes the focus; null: none. */
  readonly part: SettingsPart | null;
}

/** The open screen. */
export const useNavigation = create<Navigation>(() => ({ screen: HOME, part: null }));

/** Opens `previous`, if there is one, and reports every screen to main, which keeps it while the panel's window is freed. */
export function keepScreen(previous: Screen | null): void {
  if (previous !== null) useNavigation.setState({ screen: previous });
  useNavigation.subscribe(({ screen }, before) => {
    if (screen !== before.screen) void answerOf(bridge.keepScreen(screen));
  });
}

export function useScreen(): Screen {
  return useNavigation(({ screen }) => screen);
}

/** Opens a screen. There is no history: `goBack` opens the screen's parent. */
export function go(screen: Screen): void {
  useNavigation.setState({ screen, part: null });
}

/** Opens a section of the settings. */
export function goToSettings(part: SettingsPart): void {
  useNavigation.setState({ screen: { kind: 'settings' }, part });
}

/** The screen that `goBack` leads to; null: none, so Escape closes the panel. */
function parentOf(screen: Screen): Screen | null {
  switch (screen.kind) {
    case 'vms':
      return null;
    case 'signIn':
      return { kind: 'accounts' };
    case 'vm':
    case 'alerts':
    case 'accounts':
    case 'settings':
    case 'keys':
      return HOME;
  }
}

/** Returns whether there was a screen to go back to. */
export function goBack(): boolean {
  const parent = parentOf(useNavigation.getState().screen);
  if (parent !== null) go(parent);
  return parent !== null;
}
