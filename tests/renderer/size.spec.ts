import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from './panel-test.ts';
import { BUILT_PANEL } from './serve-panel.ts';
import { STATES } from './states.ts';

/** The file of each screen, and brotli kB of all JavaScript and CSS. */
const BUDGETS = [
  ['large', 'home', 86],
  ['firstRun', 'welcome', 74],
] as const;

for (const [name, screen, budget] of BUDGETS) {
  test(`the first screen is at most ${budget} kB, loaded at once: ${name}`, async ({
    page,
    panel,
  }) => {
    const paths = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\.(js|css)$/.test(pathname)) paths.add(pathname);
    });
    await panel.load(STATES[name]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const names = [...paths].map((path) => /([\w-]+?)-[\w-]{8}\.\w+$/.exec(path)?.[1]);
    expect(names.toSorted()).toEqual(
      ['index', 'panel', 'react', 'rolldown-runtime', 'style', screen].toSorted(),
    );
    let bytes = 0;
    for (const path of paths)
      bytes += brotliCompressSync(await readFile(join(BUILT_PANEL, path))).byteLength;
    test.info().annotations.push({ type: 'brotli', description: `${bytes} bytes` });
    expect(bytes / 1_000).toBeLessThanOrEqual(budget);
  });
}

test('no screen loads zod', () => {
  const files = globSync('**/*.js', { cwd: BUILT_PANEL });
  expect(files.length).toBeGreaterThan(10);
  const hasZod = (name: string) =>
    readFileSync(join(BUILT_PANEL, name), 'utf8').includes('ZodError');
  expect(files.filter(hasZod)).toEqual([]);
});
