import { readFileSync } from 'node:fs';

/** The cells of the table below a heading of docs/auto-stop.md: stage, column, effects. */
export function readTable(title: string): readonly (readonly [string, string, string])[] {
  const text = readFileSync('docs/auto-stop.md', 'utf8').split(`\n## ${title}\n`)[1] ?? '';
  const table = /(?:^\|.*\n)+/m.exec(text)?.[0] ?? '';
  const [head = [], , ...rows] = table.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows.flatMap(([stage = '', ...cells]) =>
    cells.map((cell, index) => [stage, head[index + 1] ?? '', cell] as const),
  );
}
