import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// The arrows of docs/architecture.md, type imports included. Tests may import anything.

const CORE = import.meta.dirname;

/** The rooms that each room of core imports. `app` may import all of them. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['files', 'providers', 'settings', 'vault'],
  acting: ['files'],
  alerts: [],
  checks: ['acting', 'providers', 'ssh', 'vault'],
  costs: ['providers'],
  'credentials-file': ['accounts', 'files', 'messages', 'providers', 'settings', 'vault'],
  events: ['alerts', 'files'],
  files: [],
  history: ['files'],
  launch: ['files', 'providers'],
  messages: ['events', 'providers'],
  metrics: [],
  monitor: ['providers'],
  providers: [],
  settings: ['files', 'providers'],
  ssh: ['files', 'providers', 'settings'],
  vault: [],
};

/** The capabilities that import others; all import the kernel, which imports none. */
const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  'auto-stop': ['operations'],
};

const isProduct = (path: string) => !/\.test\.tsx?$|(^|\/)testing\//.test(path);

/** The imports of the files that match, dynamic ones included, as paths from `root`. */
function importsIn(root: string, pattern: string): readonly (readonly [string, string])[] {
  return globSync(pattern, { cwd: root })
    .filter(isProduct)
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const imports = text.matchAll(/(?:from |import\()'(\..*?)'/g);
      return [...imports].map(([, path = '']) => [file, join(dirname(file), path)] as const);
    });
}

/** The imports as arrows between the folders below `root`. */
function arrowsIn(root: string): Readonly<Record<string, readonly string[]>> {
  const folders = globSync('*/', { cwd: root }).filter((folder) => folder !== 'testing');
  const imports = importsIn(root, '*/**/*.ts').map((each) =>
    each.map((path) => path.split('/')[0]),
  );
  return Object.fromEntries(
    folders.map((from) => {
      const to = folders.filter((folder) =>
        imports.some(([one, other]) => one === from && other === folder && folder !== from),
      );
      return [from, to.toSorted()];
    }),
  );
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

test('rooms of core are imported through their index.ts only', () => {
  const isPastIndex = /^core\/(?!app\/)[^/]+\/(?!index\.ts$)/;
  const roomOf = (path: string) => path.split('/').slice(0, 2).join('/');
  const deep = importsIn(join(CORE, '..'), '{core,cli,main}/**/*.ts').filter(
    ([from, to]) => isPastIndex.test(to) && roomOf(from) !== roomOf(to),
  );
  expect(deep).toEqual([]);
});

test('leaves of shared import neither the contract nor the state', () => {
  const leaves = importsIn(join(CORE, '..', 'shared'), '!(ipc|state)/**/*.ts');
  expect(leaves.filter(([, to]) => /^(ipc|state)\//.test(to))).toEqual([]);
});

test('no files import each other in a circle, types included', () => {
  const project = join(CORE, '../..');
  const imports = new Map<string, readonly string[]>();
  for (const [from, to] of importsIn(project, '{src,simulator,scripts}/**/*.{ts,tsx}'))
    imports.set(from, [...(imports.get(from) ?? []), to]);
  // A file without imports, or without importers, is in no circle.
  for (let before = -1; before !== imports.size; ) {
    before = imports.size;
    const imported = new Set([...imports.values()].flat());
    for (const [file, own] of imports) {
      const left = own.filter((path) => imports.has(path));
      if (left.length === 0 || !imported.has(file)) imports.delete(file);
      else imports.set(file, left);
    }
  }
  expect(Object.fromEntries(imports)).toEqual({});
});

test('capabilities are imported through their index.ts only', () => {
  const isPastIndex = /^(?!\.\.|kernel)[^/]+\/(?!index\.ts$)/;
  const deep = importsIn(join(CORE, 'app'), '**/*.ts').filter(
    ([from, to]) => isPastIndex.test(to) && from.split('/')[0] !== to.split('/')[0],
  );
  expect(deep).toEqual([]);
});

/** A decision by the provider's word for a VM, which is for show: the VM's phase is for decisions. */
const BY_WORD =
  /\bstatus\)? [!=]== '(creating|running|stopping|stopped|interrupted|destroyed|failed|offline)'|\b(vm|next|was|before|found|listed)\??\.status\)? [!=]== ['A-Z]|(includes|has|get|switch )\([\w.]*\b(vm|next|was|before|found|listed)\??\.status\)|\w\[[\w.?]+\.status\b/;

test.each([
  ["if (vm.status === 'paused')", true],
  ["isGone = ({ status }: Vm) => status === 'destroyed'", true],
  ["['starting', 'stopping'].includes(vm.status)", true],
  ['switch (vm.status) {', true],
  ['SHAPES[row.vm.status]', true],
  ["status === 'starting'", false],
  ['was.status !== vm.status', false],
  ['printable(vm.status)', false],
])('%s decides by a status word: %s', (line, isFound) => {
  expect(BY_WORD.test(line)).toBe(isFound);
});

test('only providers decide by a status word of a VM', () => {
  const source = join(CORE, '..');
  const deciding = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((path) => !/\.test\.tsx?$|(^|\/)testing\/|^core\/providers\//.test(path))
    .filter((path) => BY_WORD.test(readFileSync(join(source, path), 'utf8')));
  expect(deciding).toEqual([]);
});
