import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from './panel-test.ts';
import { builtPanel } from './serve-panel.ts';
import { STATES } from './states.ts';

/** kB of JavaScript and CSS, brotli, that the first screen may weigh. */
const BUDGET = 110;

for (const name of ['live', 'firstRun'] as const) {
  test(`the first screen is within its weight: ${name}`, async ({ page, panel }) => {
    const paths = new Set<string>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (/\.(js|css)$/.test(pathname)) paths.add(pathname);
    });
    await panel.open(STATES[name]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    let bytes = 0;
    for (const path of paths)
      bytes += brotliCompressSync(await readFile(join(builtPanel(), path))).byteLength;
    test.info().annotations.push({ type: 'brotli', description: `${bytes} bytes` });
    expect(paths.size).toBeGreaterThan(1);
    expect(bytes / 1_000).toBeLessThanOrEqual(BUDGET);
  });
}
