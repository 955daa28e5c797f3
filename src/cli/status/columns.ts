import stringWidth from 'string-width';

/** How one column of a table is headed and laid out. */
export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Longer cells are cut, in terminal columns. */
  readonly widest: number;
}

const segmenter = new Intl.Segmenter();

/** UTF-16 units; the longest emoji has 14. A character with a tower of marks or endless joiners takes no room, and is a trick. */
const MAX_CHARACTER = 40;

function withoutTricks(text: string): string {
  if (text.length <= MAX_CHARACTER) return text;
  const characters = [...segmenter.segment(text)].map(({ segment }) =>
    segment.length > MAX_CHARACTER ? '\ufffd' : segment,
  );
  return characters.join('');
}

/** Cut to `widest` terminal columns, with an ellipsis for what is missing. Never cuts inside a character. */
export function cutTo(text: string, widest: number): string {
  const whole = withoutTricks(text);
  if (stringWidth(whole) <= widest) return whole;
  let kept = '';
  for (const { segment } of segmenter.segment(whole)) {
    if (stringWidth(kept + segment) > widest - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

function pad(text: string, width: number, align: Column['align']): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'left' ? text + space : space + text;
}

/** Lines of aligned cells, the titles first; each row has one printable cell per column. */
export function alignColumns(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string[] {
  const titles = columns.map(({ title }) => title);
  const cells = [titles, ...rows].map((row) =>
    columns.map(({ widest }, index) => cutTo(row[index] ?? '', widest)),
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
