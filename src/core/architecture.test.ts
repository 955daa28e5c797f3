import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

// The arrows of docs/architecture.md, type imports included. Tests may import anything.

const CORE = import.meta.dirname;

/** The rooms that each room of core imports. `app` may import all of them. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['files', 'service', 'settings', 'vault'],
  alerts: [],
  checks: ['accounts', 'service', 'ssh', 'vault'],
  costs: ['accounts', 'service'],
  files: [],
  history: ['files'],
  launch: ['accounts', 'files', 'service'],
  monitor: ['accounts', 'service'],
  service: [],
  settings: ['files', 'service'],
  ssh: ['files', 'service', 'settings'],
  vault: [],
};

/** The capabilities that import others; all import the kernel, which imports none. */
const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  'auto-stop': ['operations'],
  diagnostics: ['accounts'],
};

/** The files' imports of each other as arrows between the folders below `root`. */
function arrowsIn(root: string): Readonly<Record<string, readonly string[]>> {
  const folderOf = (path: string) => relative(root, path).split('/')[0] ?? '';
  const arrows: Record<string, string[]> = {};
  for (const file of globSync('*/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|(^|\/)testing\//.test(file)) continue;
    const from = folderOf(join(root, file));
    const to = arrows[from] ?? [];
    arrows[from] = to;
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /from '(\..*?)'/g,
    )) {
      const target = join(root, dirname(file), path);
      const folder = relative(root, target).startsWith('..') ? from : folderOf(target);
      if (folder !== from && !folder.endsWith('.ts') && !to.includes(folder)) to.push(folder);
    }
  }
  return Object.fromEntries(Object.entries(arrows).map(([from, to]) => [from, to.toSorted()]));
}

test('rooms of core import each other only as the table says', () => {
  const { app: _, ...rooms } = arrowsIn(CORE);
  expect(rooms).toEqual(ROOMS);
});

test('capabilities import each other only as the table says', () => {
  const { kernel, ...capabilities } = arrowsIn(join(CORE, 'app'));
  expect(kernel).toEqual([]);
  for (const [name, imported] of Object.entries(capabilities))
    expect([name, imported]).toEqual([name, ['kernel', ...(CAPABILITIES[name] ?? [])].toSorted()]);
});
