import { printable } from '../../shared/format/index.ts';

/** Characters of a label: a menu grows as wide as its longest one, over the edge of the screen if need be. */
const LONGEST_LABEL = 90;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first `most` characters as people count them, with `…` where something was cut off. */
export function clipped(text: string, most: number): string {
  // Segmenting takes time by length, and nobody needs to wait for the end of a long name.
  const near = text.slice(0, most * 16);
  const seen = Array.from(characters.segment(near), ({ segment }) => segment);
  if (seen.length <= most && near.length === text.length) return text;
  return `${seen
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}

/**
 * Text as a menu shows it: one harmless line of bounded length. A single `&` would underline the letter behind it and
 * vanish (Electron's `Menu` documents `&&` as the way to show one), on macOS as well, where menus strip it.
 */
export function menuLabel(text: string): string {
  return clipped(printable(text) || '—', LONGEST_LABEL).replaceAll('&', '&&');
}
