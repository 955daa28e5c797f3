import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { APP, ensureBuilt } from '../app-build/ensure-built.ts';

const OUT = join(import.meta.dirname, '../../out/main');

/** Loads a chunk with an Electron that has every export, and as a second instance, which ends at once. */
const LOAD = `
import { registerHooks } from 'node:module';
import { readFileSync } from 'node:fs';
const [index, chunk] = process.argv.slice(1);
const names = readFileSync(index, 'utf8').match(/import \\{([^}]*)\\} from "electron"/)[1].split(',');
const app = {
  isPackaged: true, getVersion: () => '1.0.0', getName: () => 'gpu-tray', getPath: () => '',
  requestSingleInstanceLock: () => false, quit() {},
};
globalThis.electron = { app, autoUpdater: { on() {} } };
const source = names.map((name) => \`exports.\${name.trim()} = globalThis.electron.\${name.trim()};\`).join('');
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
  const chunks = await readdir(join(OUT, 'chunks'));
  const chunk = chunks.find((name) => name.startsWith('main-')) ?? 'no chunk';
  const args = ['--input-type=module', '-e', LOAD, join(OUT, 'index.js')];
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...args,
    join(OUT, 'chunks', chunk),
  ]);
  expect(stdout).toBe('function');
});
