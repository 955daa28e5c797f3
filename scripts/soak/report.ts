/** `01-15 12:03:20`. @param at ms since the epoch */
export const stamp = (at: number) => new Date(at).toISOString().slice(5, 19).replace('T', ' ');

/** One line of the table. */
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

/** At most so much. */
export function countRow(name: string, found: number, most: number, unit = ''): Row {
  const text = (value: number) => `${Number.isInteger(value) ? value : value.toFixed(2)}${unit}`;
  return { name, found: text(found), allowed: `≤ ${text(most)}`, isOk: found <= most };
}

/** At least so much. */
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
  const all = [{ name: '', found: 'found', allowed: 'allowed', isOk: true }, ...rows];
  const width = (of: (row: Row) => string) => Math.max(...all.map((row) => of(row).length));
  const names = width((row) => row.name);
  const found = width((row) => row.found);
  const allowed = width((row) => row.allowed);
  return all
    .map((row) =>
      [
        row.name.padEnd(names),
        row.found.padStart(found),
        row.allowed.padStart(allowed),
        row.isOk ? '' : 'FAILED',
      ]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
