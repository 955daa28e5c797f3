import { aligned } from '../aligned.ts';

/** `01-15 12:03:20`. @param at ms since the epoch */
export const stamp = (at: number) => new Date(at).toISOString().slice(5, 19).replace('T', ' ');

/** A figure and its bounds. A check that never ran proves nothing: the number of checks is a row as well. */
export interface Row {
  readonly name: string;
  readonly found: number;
  readonly least?: number;
  readonly most?: number;
}

export interface Judged {
  readonly rows: readonly Row[];
  /** Failures with their simulated time. */
  readonly findings: readonly string[];
}

export const isOk = ({ found, least = found, most = found }: Row) =>
  least <= found && found <= most;

/** The table as aligned lines; a row that failed is marked. */
export function table(rows: readonly Row[]): string {
  const text = (sign: string, value?: number) =>
    value === undefined ? '' : `${sign}${Number.isInteger(value) ? value : value.toFixed(2)}`;
  const cells = rows.map((row) => [
    row.name,
    text('', row.found),
    text('≥ ', row.least),
    text('≤ ', row.most),
    isOk(row) ? '' : 'FAILED',
  ]);
  return aligned([['', 'found', 'allowed', '', ''], ...cells], 1)
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}
