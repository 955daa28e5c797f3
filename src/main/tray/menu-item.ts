import { clipped, printable } from '../../shared/format/index.ts';
import type { TrayAction } from './tray-action.ts';

/** Made by the functions below, which pass each label through `menuLabel`. */
export type TrayMenuItem =
  | 'separator'
  /** Null: text that cannot be chosen. */
  | { readonly label: string; readonly action: TrayAction | null }
  | { readonly label: string; readonly items: readonly TrayMenuItem[] };

/** Characters of a label; a menu grows as wide as its longest one, past the edge of the screen. */
const MAX_LABEL = 90;

/** One printable line. Electron's `Menu` drops a single `&`, as a mnemonic, on macOS too; `&&` shows one. */
function menuLabel(text: string): string {
  return clipped(printable(text) || '—', MAX_LABEL).replaceAll('&', '&&');
}

// The labels of these two may be untrusted text.

export function item(label: string, action: TrayAction | null): TrayMenuItem {
  return { label: menuLabel(label), action };
}

export function submenu(label: string, items: readonly TrayMenuItem[]): TrayMenuItem {
  return { label: menuLabel(label), items };
}

export const OPEN_PANEL: TrayAction = { kind: 'openPanel', screen: null };

export const OPEN_ITEM = item('Open GPU Tray', OPEN_PANEL);
export const QUIT_ITEM = item('Quit GPU Tray', { kind: 'quit' });

/** The groups with separators between them; empty groups are left out. */
export function grouped(groups: readonly (readonly TrayMenuItem[])[]): readonly TrayMenuItem[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : ['separator', ...group]));
}
