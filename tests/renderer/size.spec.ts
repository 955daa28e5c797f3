import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from './panel-test.ts';
import { BUILT_PANEL } from './serve-panel.ts';
import { STATES } from './states.ts';

/** Brotli kB of JavaScript and CSS. */
const BUDGETS = [
  ['live', 88],
  ['firstRun', 88],
] as const;

for (const [name, budget] of BUDGETS) {
  test(`the first screen is at most ${budget} kB: ${name}`, async ({ page, panel }) => {
    const paths = new Set<string>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (/\.(js|css)$/.test(pathname)) paths.add(pathname);
    });
    await panel.load(STATES[name]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    let bytes = 0;
    for (const path of paths)
      bytes += brotliCompressSync(await readFile(join(BUILT_PANEL, path))).byteLength;
    test.info().annotations.push({ type: 'brotli', description: `${bytes} bytes` });
    expect(paths.size).toBeGreaterThan(1);
    expect(bytes / 1_000).toBeLessThanOrEqual(budget);
  });
}
