/** Pads the cells of each column to one width. @param left number of columns aligned to the left; the others are numbers */
export function aligned(rows: readonly (readonly string[])[], left: number): readonly string[][] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row.map((cell, column) =>
      column < left ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    ),
  );
}
