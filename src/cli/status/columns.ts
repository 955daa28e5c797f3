import stringWidth from 'string-width';

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** In terminal columns; longer cells are cut. */
  readonly maxWidth: number;
}

const segmenter = new Intl.Segmenter();

/** UTF-16 units; the longest emoji has 14. A hostile text may stack thousands of marks or joiners on one character. */
const MAX_CHARACTER = 40;

function withoutStacks(text: string): string {
  if (text.length <= MAX_CHARACTER) return text;
  const characters = [...segmenter.segment(text)].map(({ segment }) =>
    segment.length > MAX_CHARACTER ? '\ufffd' : segment,
  );
  return characters.join('');
}

/** Cut to `maxWidth` terminal columns with an ellipsis, never inside a character. */
export function cutTo(text: string, maxWidth: number): string {
  // Segmenting takes time and memory proportional to the length.
  const start = text.slice(0, maxWidth * MAX_CHARACTER);
  const whole = withoutStacks(start);
  if (start.length === text.length && stringWidth(whole) <= maxWidth) return whole;
  let kept = '';
  for (const { segment } of segmenter.segment(whole)) {
    if (stringWidth(kept + segment) > maxWidth - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

function pad(text: string, width: number, align: Column['align']): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'left' ? text + space : space + text;
}

/** Lines of aligned cells, the titles first. @param rows one printable cell per column */
export function alignColumns(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string[] {
  const titles = columns.map(({ title }) => title);
  const cells = [titles, ...rows].map((row) =>
    columns.map(({ maxWidth }, index) => cutTo(row[index] ?? '', maxWidth)),
  );
  const widths = columns.map((_, index) =>
    Math.max(...cells.map((row) => stringWidth(row[index] ?? ''))),
  );
  return cells.map((row) =>
    columns
      .map(({ align }, index) => pad(row[index] ?? '', widths[index] ?? 0, align))
      .join('  ')
      .trimEnd(),
  );
}

const widthOf = (lines: readonly string[]) => Math.max(...lines.map((line) => stringWidth(line)));

/** A table that leaves out columns, and then cuts one, where it is too wide. */
export interface Layouts<Key extends string> {
  readonly columns: Readonly<Record<Key, Column>>;
  /** The columns to show, the widest first. */
  readonly layouts: readonly (readonly Key[])[];
  /** The column that is cut in the last layout, and the width that is always left of it. */
  readonly cut: Key;
  readonly minWidth: number;
}

/**
 * The rows as aligned lines in the first layout that fits, the titles first.
 * @param rows printable cells @param width terminal columns; infinite in a pipe
 */
export function fitColumns<Key extends string>(
  { columns, layouts, cut, minWidth }: Layouts<Key>,
  rows: readonly Readonly<Record<Key, string>>[],
  width: number,
): string[] {
  const linesOf = (layout: readonly Key[], maxWidth = columns[cut].maxWidth) =>
    alignColumns(
      layout.map((key) => (key === cut ? { ...columns[cut], maxWidth } : columns[key])),
      rows.map((row) => layout.map((key) => row[key])),
    );
  let lines: string[] = [];
  for (const layout of layouts) {
    lines = linesOf(layout);
    if (widthOf(lines) <= width) return lines;
  }
  const cutWidth = Math.min(columns[cut].maxWidth, widthOf(rows.map((row) => row[cut])));
  const left = Math.max(minWidth, cutWidth - (widthOf(lines) - width));
  return linesOf(layouts.at(-1) ?? [], left);
}
