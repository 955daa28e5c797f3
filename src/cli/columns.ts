import stringWidth from 'string-width';
import { graphemes } from '../shared/format/index.ts';

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** In terminal columns; longer cells are cut. */
  readonly maxWidth: number;
  /** The cells are cut to this where the table is too wide without the columns that can be left out. Default: never. */
  readonly minWidth?: number;
  /** Left out where no cell has a value, and where the table is too wide: 1 is the first, 0 stays. Default: never left out. */
  readonly rank?: number;
  /** Shown once the column of this rank is left out. */
  readonly insteadOf?: number;
}

/** Characters of one column each, in which our own labels are written. The widths of others take 40 ms to load. */
export const SINGLE = /^[ -~\u00a1-\u00ac\u00ae-\u017f\u2010-\u2015\u2026\u2264\u2265●○◐◇▫✕]*$/;

const widthOf = (text: string) => (SINGLE.test(text) ? text.length : stringWidth(text));

/** UTF-16 units; the longest emoji has 14. A hostile text may stack thousands of marks or joiners on one character. */
const MAX_CHARACTER = 40;

function withoutStacks(text: string): string {
  if (text.length <= MAX_CHARACTER || SINGLE.test(text)) return text;
  return graphemes(text)
    .map((character) => (character.length > MAX_CHARACTER ? '\ufffd' : character))
    .join('');
}

/** Cut to `maxWidth` terminal columns with an ellipsis, never inside a character. */
export function cutTo(text: string, maxWidth: number): string {
  // Segmenting takes time and memory proportional to the length.
  const start = text.slice(0, maxWidth * MAX_CHARACTER);
  const whole = withoutStacks(start);
  if (start.length === text.length && widthOf(whole) <= maxWidth) return whole;
  let kept = '';
  for (const character of graphemes(whole)) {
    if (widthOf(kept + character) > maxWidth - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

function pad(text: string, width: number, align: Column['align']): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'left' ? text + space : space + text;
}

const widest = (lines: readonly string[]) => Math.max(...lines.map(widthOf));

/** Cells without a value. */
const EMPTY = ['—', '0.00'];

/** Aligned lines, the titles first, with as many columns as fit. @param width terminal columns; infinite in a pipe */
export function fitColumns<Key extends string>(
  columns: Readonly<Record<Key, Column>>,
  rows: readonly Readonly<Record<Key, string>>[],
  width: number,
): readonly [titles: string, ...lines: string[]] {
  const known = (Object.keys(columns) as Key[])
    .map((key) => ({ ...columns[key], cells: rows.map((row) => row[key]) }))
    .filter(({ rank, cells }) => rank === undefined || cells.some((cell) => !EMPTY.includes(cell)));
  const last = Math.max(...known.map(({ rank = 0 }) => rank));

  /** @param left ranks of the columns that are left out: up to this one @param excess terminal columns to cut */
  function linesOf(left: number, excess: number): [string, ...string[]] {
    const shown = known
      .filter(({ rank, insteadOf = 0 }) => left < (rank || last + 1) && left >= insteadOf)
      .map(({ title, align, maxWidth, minWidth = maxWidth, cells }) => {
        const cutWidth = Math.max(minWidth, Math.min(maxWidth, widest(cells)) - excess);
        const cut = [title, ...cells].map((cell) => cutTo(cell, cutWidth));
        const wide = widest(cut);
        return cut.map((cell) => pad(cell, wide, align));
      });
    const line = (index: number) =>
      shown
        .map((cells) => cells[index])
        .join('  ')
        .trimEnd();
    return [line(0), ...rows.map((_, index) => line(index + 1))];
  }

  let lines = linesOf(0, 0);
  for (let left = 1; left <= last && widest(lines) > width; left += 1) lines = linesOf(left, 0);
  const excess = widest(lines) - width;
  return excess > 0 ? linesOf(last, excess) : lines;
}
