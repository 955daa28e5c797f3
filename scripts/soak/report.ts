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

/** The row of what must not be found. */
export const none = (name: string, findings: readonly string[]): Row => ({
  ...{ name, found: findings.length, most: 0 },
});
