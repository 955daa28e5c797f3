import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { builtinModules, createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APP, CLI, ensureBuilt } from '../app-build/ensure-built.ts';
import { type Archive, readArchive } from './asar.ts';
import {
  FUSES,
  fpmOptions,
  readFuses,
  writeStandInElectron,
  writeStandInFpm,
} from './stand-ins.ts';

// Packs the app as `npm run dist` does, with stand-ins for Electron's binary and for fpm, which writes the Debian package.
// Downloads fail, since the proxy does not exist.

const ROOT = join(import.meta.dirname, '../..');
const NODE_MODULES = new Set(builtinModules);
const run = promisify(execFile);
const tool = (name: string) => createRequire(import.meta.url).resolve(name);

async function pack(folder: string): Promise<string> {
  const electron = join(folder, 'electron');
  const { version } = JSON.parse(await readFile(tool('electron/package.json'), 'utf8'));
  await writeStandInElectron(electron, String(version));
  const cli = join(ROOT, 'node_modules/electron-builder/cli.js');
  const noProxy = 'http://127.0.0.1:9';
  await run(
    process.execPath,
    [
      ...[cli, '--linux', 'deb', '--publish', 'never'],
      `-c.electronDist=${electron}`,
      `-c.directories.output=${join(folder, 'packed')}`,
    ],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        ...{ HTTPS_PROXY: noProxy, HTTP_PROXY: noProxy },
        CUSTOM_FPM_PATH: await writeStandInFpm(folder),
      },
    },
  );
  return join(folder, 'packed', 'linux-unpacked');
}

describe.runIf(process.platform === 'linux')('the packed app', () => {
  let folder = '';
  let app = '';
  let archive: Archive;
  const beside = (path: string) => join(app, 'resources/app.asar.unpacked', path);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-tray-pack-'));
    // The package leaves the command line out, which shares the folder.
    for (const build of [APP, CLI]) ensureBuilt(build);
    app = await pack(folder);
    archive = readArchive(await readFile(join(app, 'resources/app.asar')));
  }, 180_000);
  afterAll(() => rm(folder, { recursive: true }));

  test('contains main, preload and renderer', () => {
    for (const path of [...APP.bundles, 'out/main/keytar-process.js', 'package.json'])
      expect(archive.packed).toContain(path);
    expect(archive.packed.filter((path) => path.startsWith('out/preload/'))).toEqual([
      'out/preload/index.cjs',
    ]);
    expect(archive.read('out/renderer/index.html')).toMatch(/^<!doctype html>/i);
  });

  test('contains no sources, no tests, and no dependencies but keytar', () => {
    const unexpected = [...archive.packed, ...archive.unpacked].filter(
      (path) =>
        !/^(out\/(main|preload|renderer)\/|resources\/tray\/|node_modules\/keytar\/|package\.json$)/.test(
          path,
        ),
    );
    expect(unexpected).toEqual([]);
    for (const path of archive.packed) expect(path).not.toMatch(/\.(ts|tsx|map|node|md)$|\.test\./);
    expect(archive.packed.filter((path) => path.startsWith('node_modules/'))).toEqual([]);
  });

  test('its package.json names main and no scripts or devDependencies', () => {
    const parsed: unknown = JSON.parse(archive.read('package.json'));
    expect(parsed).toMatchObject({
      name: 'gpu-tray',
      productName: 'GPU Tray',
      main: 'out/main/index.js',
      type: 'module',
    });
    expect(parsed).not.toHaveProperty('devDependencies');
    expect(parsed).not.toHaveProperty('scripts');
  });

  test('its code imports only Electron, Node and keytar', () => {
    const code = archive.packed.filter((path) => /^out\/(main|preload)\/.*\.c?js$/.test(path));
    const loaded = code.flatMap((path) => {
      const loads = archive
        .read(path)
        .matchAll(/^\s*import .*from "([^"]+)"|\b(?:require|__require|import)\("([^"]+)"\)/gm);
      return [...loads].map(([, name, called]) => name ?? called ?? '');
    });
    const foreign = loaded.filter(
      (name) => !/^(\.{1,2}\/|node:|electron$|keytar$)/.test(name) && !NODE_MODULES.has(name),
    );
    expect(loaded.length).toBeGreaterThan(10);
    expect(foreign).toEqual([]);
    const preload = archive.read('out/preload/index.cjs');
    expect([...preload.matchAll(/require\(([^)]*)\)/g)].map(([, name]) => name)).toEqual([
      '"electron"',
    ]);
  });

  test('does not read the development server’s address', () => {
    expect(archive.read('out/main/index.js')).not.toContain('ELECTRON_RENDERER_URL');
  });

  test('keytar is unpacked, with this system’s library only, and loads', () => {
    expect(archive.unpacked.filter((path) => path.startsWith('node_modules/')).toSorted()).toEqual([
      'node_modules/keytar/LICENSE.md',
      'node_modules/keytar/build/Release/keytar.node',
      'node_modules/keytar/lib/keytar.js',
      'node_modules/keytar/package.json',
    ]);
    const keytar: unknown = createRequire(beside('out/'))(beside('node_modules/keytar'));
    expect(keytar).toHaveProperty('getPassword');
  });

  test.each(['signedOut', 'idle', 'billing', 'alert', 'stale'])(
    'the icon %s is unpacked',
    async (mark) => {
      for (const name of [`${mark}-on-dark.png`, `${mark}Template@2x.png`, `${mark}.ico`])
        expect((await stat(beside(`resources/tray/${name}`))).size).toBeGreaterThan(100);
    },
  );

  test('the Debian package has its metadata and dependencies', async () => {
    const values = await fpmOptions(folder);
    const { homepage, version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(values('-t')).toEqual(['deb']);
    expect(values('--name')).toEqual(['gpu-tray']);
    expect(values('--version')).toEqual([version]);
    expect(values('--url')).toEqual([homepage]);
    expect(new URL(homepage).protocol).toBe('https:');
    expect(values('--maintainer')).toEqual(['The GPU Tray authors']);
    expect(values('--license')).toEqual(['MIT']);
    expect(values('--description').join()).toContain('in the system tray');
    expect(values('-d')).toContain('libsecret-1-0');
    expect(values('--deb-recommends')).toContain('gnome-keyring');
  });

  test('the fuses are set', async () => {
    const fuses = readFuses(await readFile(join(app, 'gpu-tray')));
    const on = FUSES.filter((name) => fuses.get(name));
    expect(on).toEqual([
      'enableEmbeddedAsarIntegrityValidation',
      'onlyLoadAppFromAsar',
      'wasmTrapHandlers',
    ]);
  });
});
