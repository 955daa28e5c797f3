import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { builtinModules, createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import config from '../../electron-builder.ts';
import { requestChannel } from '../../src/shared/ipc/bridge.ts';
import { APP, ensureBuilt } from '../app-build/ensure-built.ts';
import { startBrowserHost } from '../browser-host/index.ts';
import { askApp } from '../browser-host/start-host.ts';
import { ownHome } from '../e2e/fixture/own-home.ts';
import { type Archive, readArchive } from './asar.ts';
import { fusesOn } from './fuses.ts';
import { APPS, FEED, HOMEPAGE, packAll, readPackage } from './pack.ts';

const ROOT = join(import.meta.dirname, '../..');
const NODE_MODULES = new Set(builtinModules);
/** Bytes of the archive and the files beside it, without Electron. */
const MAX_SIZE = 6_000_000;

const PREBUILT = {
  linux: (arch: string) => [`linux-${arch}`],
  win32: (arch: string) => [`win32-${arch}`],
  // Both are in both halves of the universal app.
  darwin: () => ['darwin-arm64', 'darwin-x64'],
};

/** Whether apt has the lists of Debian or Ubuntu, and not only those of other archives. */
const hasLists = () =>
  globSync('/var/lib/apt/lists/*_{debian,ubuntu}_dists_*_main_binary-*_Packages*').length > 0;

async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

// electron-builder makes apps for macOS on Linux and macOS, and the stand-ins are scripts.
describe.runIf(process.platform === 'linux')('the packed app', () => {
  let folder = '';
  let packed = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-tray-pack-'));
    // Beside the bundle of the command line, which the packages leave out.
    ensureBuilt(APP);
    packed = await packAll(folder);
  }, 300_000);
  afterAll(() => rm(folder, { recursive: true }));

  describe.each(APPS)('for $system $arch', ({ system, arch, resources, program }) => {
    let archive: Archive;
    beforeAll(async () => {
      archive = readArchive(await readFile(join(packed, resources, 'app.asar')));
    });

    test('contains the bundles, the tray icons and keytar, and nothing else', () => {
      for (const path of [...APP.bundles, 'out/main/keytar-process.js'])
        expect(archive.packed).toContain(path);
      const unexpected = [...archive.packed, ...archive.unpacked].filter(
        (path) =>
          !/^(out\/(main|preload|renderer)\/|resources\/tray\/|node_modules\/keytar\/|package\.json$)/.test(
            path,
          ),
      );
      expect(unexpected).toEqual([]);
      for (const path of archive.packed)
        expect(path).not.toMatch(/\.(ts|tsx|map|node|md)$|\.test\./);
    });

    test('keytar is unpacked, with the libraries of its target only', () => {
      const libraries = PREBUILT[system](arch);
      expect(
        [...archive.packed, ...archive.unpacked]
          .filter((path) => path.startsWith('node_modules/'))
          .toSorted(),
      ).toEqual([
        'node_modules/keytar/LICENSE.md',
        'node_modules/keytar/lib/keytar.js',
        'node_modules/keytar/package.json',
        ...libraries.map((name) => `node_modules/keytar/prebuilds/${name}/keytar.node`),
      ]);
    });

    test('has only the wanted fuses on', async () => {
      expect(fusesOn(await readFile(join(packed, program)))).toEqual([
        'enableEmbeddedAsarIntegrityValidation',
        'onlyLoadAppFromAsar',
        'wasmTrapHandlers',
      ]);
    });

    test('is small', async () => {
      expect(await folderSize(join(packed, resources))).toBeLessThan(MAX_SIZE);
    });
  });

  const [{ resources: own }] = [APPS[0] ?? { resources: '' }];
  const inArchive = async () => readArchive(await readFile(join(packed, own, 'app.asar')));

  test('its package.json names main and no scripts or devDependencies', async () => {
    const parsed: unknown = JSON.parse((await inArchive()).read('package.json'));
    expect(parsed).toMatchObject({
      name: 'gpu-tray',
      productName: 'GPU Tray',
      main: 'out/main/index.js',
      type: 'module',
      desktopName: `${config.appId}.desktop`,
    });
    expect(parsed).not.toHaveProperty('devDependencies');
    expect(parsed).not.toHaveProperty('scripts');
  });

  test('its code imports only Electron, Node and keytar', async () => {
    const archive = await inArchive();
    const code = archive.packed.filter((path) => /^out\/(main|preload)\/.*\.c?js$/.test(path));
    const loaded = code.flatMap((path) => {
      const loads = archive
        .read(path)
        .matchAll(
          /\bimport\b[\w\s{},*$]*\bfrom\s*["`]([^"`]+)["`]|\b(?:require|__require|import)\(["`]([^"`]+)["`]\)/g,
        );
      return [...loads].map(([, name, called]) => name ?? called ?? '');
    });
    const foreign = loaded.filter(
      (name) =>
        !/^(\.{1,2}\/|node:|electron$|keytar\/lib\/keytar\.js$)/.test(name) &&
        !NODE_MODULES.has(name),
    );
    expect(loaded.length).toBeGreaterThan(10);
    expect(foreign).toEqual([]);
    const preload = archive.read('out/preload/index.cjs');
    expect([...preload.matchAll(/require\(([^)]*)\)/g)].map(([, name]) => name)).toEqual([
      '"electron"',
    ]);
  });

  test('does not read the development server’s address', async () => {
    const archive = await inArchive();
    const code = archive.packed.filter((path) => path.startsWith('out/main/'));
    expect(code.length).toBeGreaterThan(2);
    for (const path of code) expect(archive.read(path)).not.toContain('ELECTRON_RENDERER_URL');
  });

  test('its keytar loads', () => {
    const unpacked = join(packed, own, 'app.asar.unpacked');
    const keytar: unknown = createRequire(join(unpacked, 'out/'))(
      join(unpacked, 'node_modules/keytar'),
    );
    expect(keytar).toHaveProperty('getPassword');
  });

  test('runs from its archive', async () => {
    const { folder: home, programs, remove } = await ownHome();
    onTestFinished(remove);
    // Isolated from the keychain and SSH config of the current user.
    const PATH = [programs, process.env['PATH']].join(delimiter);
    const env = { PATH, HOME: home, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
    const app = join(packed, own, 'app.asar');
    const host = await startBrowserHost({
      app,
      userData: join(home, 'data'),
      env,
      isOnline: false,
    });
    onTestFinished(async () => void (await host.close()));

    const panel = await fetch(host.url);
    const files = [...(await panel.text()).matchAll(/(?:src|href)="(\.\/[^"]+)"/g)];
    expect(files.length).toBeGreaterThan(1);
    for (const [, file = ''] of files)
      expect((await fetch(new URL(file, panel.url))).status).toBe(200);
    // Only in an archive is it packaged: from a folder, neither of the two applies.
    expect(await askApp(host.url, requestChannel('diagnose'), undefined)).toMatchObject({
      value: expect.arrayContaining([
        expect.objectContaining({ id: 'keychain', detail: 'No system keychain found.' }),
        expect.objectContaining({ id: 'autostart', state: 'ok' }),
        expect.objectContaining({ id: 'updates', state: 'ok' }),
      ]),
    });
  });

  test.each(['signedOut', 'idle', 'billing', 'alert', 'stale'])(
    'the icon %s is unpacked',
    async (mark) => {
      const icons = join(packed, own, 'app.asar.unpacked/resources/tray');
      for (const name of [`${mark}-on-dark.png`, `${mark}Template@2x.png`, `${mark}.ico`])
        expect((await stat(join(icons, name))).size).toBeGreaterThan(100);
    },
  );

  test('names the feed that updates come from', async () => {
    expect(await readFile(join(packed, own, 'app-update.yml'), 'utf8')).toContain(
      `provider: generic\nurl: ${FEED}\n`,
    );
    expect(await readFile(join(packed, 'latest-linux.yml'), 'utf8')).toContain('sha512: ');
  });

  const readOwnPackage = async (file: string) => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    return { version, ...(await readPackage(packed, `gpu-tray-${version}-${file}`)) };
  };

  const OF_DEB = {
    '--deb-recommends': ['gnome-keyring | kwalletmanager | keepassxc'],
    '--deb-suggests': ['gnome-shell-extension-appindicator'],
  };
  const OF_RPM = {
    '--rpm-tag': [
      'Recommends: (gnome-keyring or kwalletmanager or keepassxc)',
      'Recommends: (gnome-shell-extension-appindicator if gnome-shell)',
    ],
  };

  test.each([
    ['linux-amd64.deb', 'libsecret-1-0', OF_DEB],
    ['linux-arm64.deb', 'libsecret-1-0', OF_DEB],
    ['linux-x86_64.rpm', 'libnotify', OF_RPM],
    ['linux-aarch64.rpm', 'libnotify', OF_RPM],
  ])('the package %s has its metadata and dependencies', async (file, needs, others) => {
    const { version, values, desktop, entry } = await readOwnPackage(file);
    expect(values('--name')).toEqual(['gpu-tray']);
    expect(values('--version')).toEqual([version]);
    expect(values('--url')).toEqual([HOMEPAGE]);
    expect(values('--maintainer')).toEqual(['The GPU Tray authors']);
    expect(values('--license')).toEqual(['MIT']);
    expect(values('-d')).toContain(needs);
    for (const [option, wanted] of Object.entries(others)) expect(values(option)).toEqual(wanted);
    expect(desktop).toMatch(/^Exec="?\/opt\/GPU Tray\/gpu-tray-app"? %U$/m);
    expect(desktop).toMatch(/^StartupWMClass=com\.gpu-tray\.app$/m);
    expect(entry).toBe('com.gpu-tray.app.desktop');
  });

  test.runIf(hasLists())('the deb brings a keyring, and no second desktop', async () => {
    const { values } = await readOwnPackage('linux-amd64.deb');
    const list = (option: string) => values(option).join(', ');
    const inner = join(folder, 'deb/DEBIAN');
    await mkdir(inner, { recursive: true });
    const control = [
      ...['Package: gpu-tray', 'Version: 1', 'Architecture: all', 'Description: GPU Tray'],
      `Maintainer: ${list('--maintainer')} <a@gpu-tray.test>`,
      `Depends: ${list('-d')}`,
      `Recommends: ${list('--deb-recommends')}`,
      `Suggests: ${list('--deb-suggests')}`,
    ];
    await writeFile(join(inner, 'control'), `${control.join('\n')}\n`);
    // On a system without any package, so that the result is the same everywhere.
    await writeFile(join(folder, 'status'), '');
    const run = (program: string, ...args: readonly string[]) =>
      promisify(execFile)(program, args, { cwd: folder, env: { ...process.env, LC_ALL: 'C' } });
    await run('dpkg-deb', '--build', 'deb', 'gpu-tray.deb');
    // Nor with a downloaded one, which has no address.
    const places = [`Dir::State::status=${folder}/status`, `Dir::Cache=${folder}`];
    const options = [...places, 'APT::Install-Recommends=true'];
    const { stdout } = await run(
      ...(['apt-get', 'install', '--print-uris', '-qq', './gpu-tray.deb'] as const),
      ...options.flatMap((option) => ['-o', option]),
    );
    const installed = [...stdout.matchAll(/^'\S*\/([^/_]+)_/gm)].map(([, name]) => name);
    expect(installed).toContain('gnome-keyring');
    expect(installed.filter((name) => /^gnome-shell|^gdm3$/.test(name ?? ''))).toEqual([]);
  });

  test.each(['x86_64', 'arm64'])('the AppImage for %s keeps the sandbox', async (arch) => {
    const { desktop } = await readPackage(packed, `gpu-tray-linux-${arch}.AppImage`);
    expect(desktop).toMatch(/^Exec=AppRun +%U$/m);
  });
});
