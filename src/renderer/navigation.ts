import { create } from 'zustand';
import type { Screen } from '../shared/ipc/index.ts';
import { answerOf, bridge } from './bridge.ts';

const HOME: Screen = { kind: 'vms' };

/** A part of the settings that one can be led to. */
export type SettingsPart = 'sshNames' | 'sshPrograms';

interface Navigation {
  readonly screen: Screen;
  /** Where the settings begin, and take the focus; null: at their top. */
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

/** Draws again whenever one is led somewhere, be it to the same screen. */
export function useScreen(): Screen {
  return useNavigation(({ screen }) => screen);
}

/** There is no history: where `goBack` leads from there is the screen's own affair. */
export function go(screen: Screen): void {
  useNavigation.setState({ screen, part: null });
}

/** To the settings, and there to one part of them. */
export function goToSettings(part: SettingsPart): void {
  useNavigation.setState({ screen: { kind: 'settings' }, part });
}

/** The screen behind one; null: there is none, so that Escape closes the panel. */
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

/** One screen back. Answers whether there was one. */
export function goBack(): boolean {
  const parent = parentOf(useNavigation.getState().screen);
  if (parent !== null) go(parent);
  return parent !== null;
}
