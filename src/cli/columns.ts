import stringWidth from 'string-width';

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** In terminal columns; longer cells are cut. */
  readonly maxWidth: number;
}

/** Characters of one column each, in which our own labels are written. The widths of others take 40 ms to load. */
export const SINGLE = /^[ -~\u00a1-\u00ac\u00ae-\u017f\u2010-\u2015\u2026\u2264\u2265●○◐◇▫✕]*$/;

const widthOf = (text: string) => (SINGLE.test(text) ? text.length : stringWidth(text));

let segmenter: Intl.Segmenter | null = null;

function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/** UTF-16 units; the longest emoji has 14. A hostile text may stack thousands of marks or joiners on one character. */
const MAX_CHARACTER = 40;

function withoutStacks(text: string): string {
  if (text.length <= MAX_CHARACTER || SINGLE.test(text)) return text;
  const characters = [...segments(text)].map(({ segment }) =>
    segment.length > MAX_CHARACTER ? '\ufffd' : segment,
  );
  return characters.join('');
}

/** Cut to `maxWidth` terminal columns with an ellipsis, never inside a character. */
export function cutTo(text: string, maxWidth: number): string {
  // Segmenting takes time and memory proportional to the length.
  const start = text.slice(0, maxWidth * MAX_CHARACTER);
  const whole = withoutStacks(start);
  if (start.length === text.length && widthOf(whole) <= maxWidth) return whole;
  let kept = '';
  for (const { segment } of segments(whole)) {
    if (widthOf(kept + segment) > maxWidth - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

function pad(text: string, width: number, align: Column['align']): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'left' ? text + space : space + text;
}

const widest = (lines: readonly string[]) => Math.max(...lines.map(widthOf));

/** A table that leaves out columns, and then cuts a column, where the table is too wide. */
export interface Layouts<Key extends string> {
  readonly columns: Readonly<Record<Key, Column>>;
  /** The columns to show, the widest first. */
  readonly layouts: readonly (readonly Key[])[];
  /** The column that is cut in the last layout. */
  readonly cut: Key;
}

/** Terminal columns that are always left of a column that is cut. */
const MIN_WIDTH = 8;

/** Aligned lines in the first layout that fits, the titles first. @param width terminal columns; infinite in a pipe */
export function fitColumns<Key extends string>(
  { columns, layouts, cut }: Layouts<Key>,
  rows: readonly Readonly<Record<Key, string>>[],
  width: number,
): string[] {
  function linesOf(layout: readonly Key[], cutWidth = columns[cut].maxWidth): string[] {
    const shown = layout.map((key) => {
      const { title, align, maxWidth } = columns[key];
      const cells = [title, ...rows.map((row) => row[key])].map((cell) =>
        cutTo(cell, key === cut ? cutWidth : maxWidth),
      );
      const wide = widest(cells);
      return cells.map((cell) => pad(cell, wide, align));
    });
    return [...rows.keys(), rows.length].map((index) =>
      shown
        .map((cells) => cells[index])
        .join('  ')
        .trimEnd(),
    );
  }
  let lines: string[] = [];
  for (const layout of layouts) {
    lines = linesOf(layout);
    if (widest(lines) <= width) return lines;
  }
  const cutWidth = Math.min(columns[cut].maxWidth, widest(rows.map((row) => row[cut])));
  const left = Math.max(MIN_WIDTH, cutWidth - (widest(lines) - width));
  return linesOf(layouts.at(-1) ?? [], left);
}
