import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeElectron, writePrograms } from './stand-ins.ts';

const require = createRequire(import.meta.url);
const ROOT = join(import.meta.dirname, '../..');
/** Downloads fail. */
const NO_PROXY = 'http://127.0.0.1:9';

/**
 * Turns off the check of the configuration, a third of the time: electron-builder compiles a schema that it generates from the type
 * `Configuration`, by which `tsc` checks electron-builder.ts.
 */
const NO_SCHEMA = `data:text/javascript,import module from 'node:module';
const validator = 'app-builder-lib/out/util/config/schemaValidator';
module.createRequire(${JSON.stringify(import.meta.url)})(validator).validateSchema = () => {};`;

export const HOMEPAGE = 'https://gpu-tray.test/';
export const FEED = 'https://gpu-tray.test/releases/latest/';

/** A packed app: its folders and its program. */
export interface PackedApp {
  readonly system: 'linux' | 'win32' | 'darwin';
  readonly arch: 'x64' | 'arm64';
  readonly resources: string;
  /** The file with the fuses. */
  readonly program: string;
}

const FRAMEWORK = 'Contents/Frameworks/Electron Framework.framework/Electron Framework';

/** Relative to the output folder. */
export const APPS: readonly PackedApp[] = (['x64', 'arm64'] as const).flatMap((arch) => {
  const suffix = arch === 'x64' ? '' : '-arm64';
  const linux = `linux${suffix}-unpacked`;
  const windows = `win${suffix}-unpacked`;
  const mac = `mac${suffix}/GPU Tray.app`;
  return [
    { system: 'linux', arch, resources: `${linux}/resources`, program: `${linux}/gpu-tray-app` },
    {
      system: 'win32',
      arch,
      resources: `${windows}/resources`,
      program: `${windows}/GPU Tray.exe`,
    },
    {
      system: 'darwin',
      arch,
      resources: `${mac}/Contents/Resources`,
      program: `${mac}/${FRAMEWORK}`,
    },
  ];
});

/**
 * Packs the app for every system, as a release does, with stand-ins for what electron-builder downloads. Left out: the installers
 * of Windows and macOS, and joining the halves of the universal app, which need programs of those systems. Resolves to the output
 * folder.
 */
export async function packAll(folder: string): Promise<string> {
  const installed = require.resolve('electron/package.json');
  const { version } = JSON.parse(await readFile(installed, 'utf8'));
  await writeElectron(join(folder, 'electron'), String(version));
  const packed = join(folder, 'packed');
  await promisify(execFile)(
    process.execPath,
    [
      `--import=${NO_SCHEMA}`,
      join(ROOT, 'node_modules/electron-builder/cli.js'),
      ...['--linux', 'deb', 'rpm', 'AppImage', '--win', 'dir', '--mac', 'dir'],
      ...['--x64', '--arm64', '--publish', 'never'],
      `-c.electronDist=${join(folder, 'electron')}`,
      `-c.directories.output=${packed}`,
      `-c.extraMetadata.homepage=${HOMEPAGE}`,
    ],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        ...{ HTTPS_PROXY: NO_PROXY, HTTP_PROXY: NO_PROXY, GPU_TRAY_UPDATE_FEED: FEED },
        ...(await writePrograms(folder)),
      },
    },
  );
  return packed;
}

/** How a Linux package was made: the values of fpm's options, and the desktop entry with the name of its file. */
export async function readPackage(packed: string, name: string) {
  const read = (kind: string) => readFile(join(packed, `${name}.${kind}`), 'utf8');
  const [args, desktop] = [(await read('args')).split('\0'), await read('desktop')];
  const values = (option: string) =>
    args.flatMap((arg, index) => (arg === option ? [args[index + 1] ?? ''] : []));
  const [entry] = args.flatMap((arg) => /=\/usr\/share\/applications\/(.*)$/.exec(arg)?.[1] ?? []);
  return { values, desktop, entry };
}
