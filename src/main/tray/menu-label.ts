import { clipped, printable } from '../../shared/format/index.ts';

/** Characters of a label: a menu grows as wide as its longest one, over the edge of the screen if need be. */
export const MAX_LABEL = 90;

/**
 * Text as a menu shows it: one harmless line of bounded length. A single `&` would underline the letter behind it and
 * vanish (Electron's `Menu` documents `&&` as the way to show one), on macOS as well, where menus strip it.
 */
export function menuLabel(text: string): string {
  return clipped(printable(text) || '—', MAX_LABEL).replaceAll('&', '&&');
}
