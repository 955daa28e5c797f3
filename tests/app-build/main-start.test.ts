import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { APP, ensureBuilt } from './ensure-built.ts';

/** Prints what is loaded until the process ends. */
const PRINT = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });`;

/** Ends the process when its tray icon is created. */
const STAND_IN = new URL('../../scripts/bench/use-stand-in.mjs', import.meta.url).href;
const OUT = new URL('../../out/main/', import.meta.url);

test('the main process loads little before its tray icon', async () => {
  ensureBuilt(APP);
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-start-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      `--import=${STAND_IN}`,
      `--import=data:text/javascript,${encodeURIComponent(PRINT)}`,
      fileURLToPath(new URL('index.js', OUT)),
    ],
    { env: { ...process.env, GPU_TRAY_BENCH_FOLDER: folder } },
  );
  const urls = stdout.trim().split('\n');
  const builtIn = urls.filter((url) => url.startsWith('node:')).toSorted();
  const ours = urls.filter((url) => url.startsWith(OUT.href));
  const sizes = await Promise.all(ours.map(async (url) => (await stat(fileURLToPath(url))).size));
  expect(builtIn.join(' ')).toBe('node:child_process node:fs node:fs/promises node:path node:v8');
  // Without the schemas, the application, SSH and the panel, which are half a megabyte.
  expect(ours.length).toBeLessThanOrEqual(6);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(26_000);
});
