import { aligned } from '../aligned.ts';

/** `01-15 12:03:20`. @param at ms since the epoch */
export const stamp = (at: number) => new Date(at).toISOString().slice(5, 19).replace('T', ' ');

export interface Row {
  readonly name: string;
  readonly found: string;
  readonly allowed: string;
  readonly isOk: boolean;
}

export interface Judged {
  readonly rows: readonly Row[];
  /** Failures with their simulated time. */
  readonly findings: readonly string[];
}

/** Allows at most `most`. */
export function countRow(name: string, found: number, most: number, unit = ''): Row {
  const text = (value: number) => `${Number.isInteger(value) ? value : value.toFixed(2)}${unit}`;
  return { name, found: text(found), allowed: `≤ ${text(most)}`, isOk: found <= most };
}

/** Allows at least `least`. */
export function leastRow(name: string, found: number, least: number): Row {
  return { name, found: String(found), allowed: `≥ ${least}`, isOk: found >= least };
}

/** A check that never ran proves nothing. @param least how often it must have run */
export function findingsRow(
  name: string,
  findings: readonly string[],
  checks: number,
  least: number,
): Row {
  const isChecked = checks >= least;
  return {
    name,
    found: `${findings.length} of ${checks}`,
    allowed: isChecked ? '0' : `0 of at least ${least}`,
    isOk: findings.length === 0 && isChecked,
  };
}

/** The table as aligned lines; a row that failed is marked. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ name, found, allowed, isOk }) => [
    name,
    found,
    allowed,
    isOk ? '' : 'FAILED',
  ]);
  return aligned([['', 'found', 'allowed', ''], ...cells], 1)
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}
