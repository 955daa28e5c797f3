import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { APP, ensureBuilt } from '../app-build/ensure-built.ts';

const OUT = join(import.meta.dirname, '../../out/main');

/** Loads a chunk with an Electron that has every export, and as a second instance, which ends at once. */
const LOAD = `
import { registerHooks } from 'node:module';
const [chunk, ...names] = process.argv.slice(1);
const app = {
  isPackaged: true, getVersion: () => '1.0.0', getName: () => 'gpu-tray', getPath: () => '',
  requestSingleInstanceLock: () => false, quit() {},
};
globalThis.electron = { app, autoUpdater: { on() {} } };
const source = names.map((name) => \`exports.\${name} = globalThis.electron.\${name};\`).join('');
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: 'stand-in:electron', format: 'commonjs', shortCircuit: true } : next(name, context),
  load: (url, context, next) =>
    url === 'stand-in:electron' ? { format: 'commonjs', source, shortCircuit: true } : next(url, context),
});
process.resourcesPath = '';
const { default: updater } = await import(chunk);
process.stdout.write(typeof updater.autoUpdater.checkForUpdates);
`;

beforeAll(() => ensureBuilt(APP));

test.runIf(process.platform === 'linux')('the bundled electron-updater loads', async () => {
  const names = await readdir(OUT);
  const texts = await Promise.all(names.map((name) => readFile(join(OUT, name), 'utf8')));
  const chunk = names.find((_, index) => texts[index]?.includes('doLoadAutoUpdater'));
  const imports = texts.join('\n').matchAll(/import *\{([^}]*)\} *from *"electron"/g);
  const electron = new Set([...imports].flatMap(([, list = '']) => list.split(/ *, */)));
  const path = join(OUT, chunk ?? 'no chunk');
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '-e', LOAD, path, ...electron],
  ]);
  expect(stdout).toBe('function');
});
