import type { AppState, Surroundings } from '../../shared/app/index.ts';
import { alertItems } from './alert-items.ts';
import { headline, title, tooltip } from './headline.ts';
import { markOf, type TrayMark } from './mark.ts';
import { action, grouped, type TrayMenuItem, text } from './menu-item.ts';
import { troubleItems } from './trouble-items.ts';
import { vmItems } from './vm-items.ts';

/** The kinds of desktop that the state knows. */
export type Platform = Surroundings['platform'];

/** How the mark is drawn: macOS colours templates itself, Windows has one for all, Linux panels are dark or light. */
export type TrayTone = 'template' | 'coloured' | 'onDark' | 'onLight';

/** What the icon says, and in which drawing; `trayIconFile` has the file. */
export interface TrayIcon {
  readonly mark: TrayMark;
  readonly tone: TrayTone;
}

/** The whole tray as data: two equal ones look and do the same. */
export interface TrayModel {
  readonly icon: TrayIcon;
  /** Beside the icon; only macOS has it. */
  readonly title: string;
  readonly tooltip: string;
  readonly menu: readonly TrayMenuItem[];
}

/** Linux tells no program the colour of its panel, and most panels are dark, so that is what `auto` takes it for. */
function toneOf({ trayTone }: AppState['preferences'], platform: Platform): TrayTone {
  switch (platform) {
    case 'darwin':
      return 'template';
    case 'win32':
      return 'coloured';
    case 'linux':
      return trayTone === 'light' ? 'onLight' : 'onDark';
  }
}

function menuOf(state: AppState, mark: TrayMark, now: number): readonly TrayMenuItem[] {
  const isSignedIn = state.accounts.length > 0;
  return grouped([
    [text(headline(state, mark)), ...troubleItems(state)],
    alertItems(state, now),
    vmItems(state),
    [
      ...(isSignedIn ? [action('Refresh', { kind: 'refresh' })] : []),
      action(isSignedIn ? 'Open panel' : 'Sign in…', { kind: 'openPanel' }),
      action('Settings', { kind: 'showSettings' }),
    ],
    [action('Quit GPU Tray', { kind: 'quit' })],
  ]);
}

/** The tray for a state. @param now ms since the epoch */
export function trayModel(state: AppState, platform: Platform, now: number): TrayModel {
  const mark = markOf(state, now);
  return {
    icon: { mark, tone: toneOf(state.preferences, platform) },
    title: platform === 'darwin' ? title(state, mark) : '',
    tooltip: tooltip(state, mark),
    menu: menuOf(state, mark, now),
  };
}
