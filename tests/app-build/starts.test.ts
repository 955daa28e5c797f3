import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { APP, CLI, ensureBuilt } from './ensure-built.ts';

const script = (code: string) => `--import=data:text/javascript,${encodeURIComponent(code)}`;

/** Prints what is loaded until the process ends. */
const PRINT = script(`import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });`);

/** Prints which modules of Node were loaded. */
const PRINT_BUILT_IN = script(
  `process.on('exit', () => console.log(process.moduleLoadList.join('\\n')));`,
);

/** Ends the process when its tray icon is created. */
const STAND_IN = new URL('../../scripts/bench/electron-stand-in.mjs', import.meta.url).href;
const OUT = new URL('../../out/main/', import.meta.url);

test('the main process loads little before its tray icon', async () => {
  ensureBuilt(APP);
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-start-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--import=${STAND_IN}`, PRINT, fileURLToPath(new URL('index.js', OUT))],
    { env: { ...process.env, GPU_TRAY_BENCH_FOLDER: folder } },
  );
  const urls = stdout.trim().split('\n');
  const builtIn = urls.filter((url) => url.startsWith('node:')).toSorted();
  const ours = urls.filter((url) => url.startsWith(OUT.href));
  const sizes = await Promise.all(ours.map(async (url) => (await stat(fileURLToPath(url))).size));
  expect(builtIn.join(' ')).toBe('node:fs node:fs/promises node:path');
  // Without the schemas, the application, SSH and the panel, which are half a megabyte.
  expect(ours.length).toBeLessThanOrEqual(7);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(26_000);
});

test('gpu-tray status loads neither undici nor crypto, and only its own files', async () => {
  ensureBuilt(CLI);
  const home = await mkdtemp(join(tmpdir(), 'gpu-tray-start-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const command = fileURLToPath(new URL('../../bin/gpu-tray.mjs', import.meta.url));
  const { stdout } = spawnSync(
    process.execPath,
    [
      ...[PRINT, PRINT_BUILT_IN, command],
      ...['status', '--base-url', 'http://127.0.0.1:9', '--api-key-stdin'],
    ],
    { input: 'key', env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home }, encoding: 'utf8' },
  );
  const files = [...stdout.matchAll(/^file:.*\/out\/cli\/([a-z-]+?)(?:-[\w-]{8})?\.js$/gm)];
  expect(files.map(([, name]) => name).toSorted()).toEqual([
    ...['keytar-protocol', 'main', 'rental', 'status', 'zod'],
  ]);
  expect(stdout).toContain('NativeModule http');
  expect(stdout).not.toMatch(/^NativeModule (.*\/undici|crypto)$/m);
});
