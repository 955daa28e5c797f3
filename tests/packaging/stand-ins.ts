import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Precedes the fuses in Electron's binary (electronjs.org, "Electron Fuses"). */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_VERSION = 1;
/** Electron's defaults: run-as-node, options and inspector on, integrity and archive-only off. */
const SHIPPED_FUSES = '101100011';

/** In the order of the binary. */
export const FUSES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
  'wasmTrapHandlers',
] as const;

/** Writes a folder that electron-builder accepts as Electron's distribution, since the binary may not be installed. */
export async function writeStandInElectron(folder: string, version: string): Promise<void> {
  await mkdir(join(folder, 'locales'), { recursive: true });
  await mkdir(join(folder, 'resources'));
  const binary = Buffer.concat([
    Buffer.from(`stand-in ${SENTINEL}`, 'latin1'),
    Buffer.from([FUSE_VERSION, SHIPPED_FUSES.length]),
    Buffer.from(SHIPPED_FUSES, 'latin1'),
  ]);
  await writeFile(join(folder, 'electron'), binary, { mode: 0o755 });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak'])
    await writeFile(join(folder, name), 'stand-in');
  await writeFile(join(folder, 'version'), version);
}

/** Whether each fuse of a binary is on, by name. */
export function readFuses(binary: Buffer): ReadonlyMap<string, boolean> {
  const wire = binary.indexOf(SENTINEL) + SENTINEL.length + 2;
  return new Map(FUSES.map((name, index) => [name, binary[wire + index] === 0x31]));
}

const RECORD = 'fpm-arguments.json';

/**
 * Writes a stand-in for fpm, which electron-builder would download to make Debian packages: it records its arguments and writes
 * an empty package. Resolves to its path, for `CUSTOM_FPM_PATH`.
 */
export async function writeStandInFpm(folder: string): Promise<string> {
  const path = join(folder, 'fpm.cjs');
  const script = `#!${process.execPath}
const { writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
writeFileSync(${JSON.stringify(join(folder, RECORD))}, JSON.stringify(args));
writeFileSync(args[args.indexOf('--package') + 1], '');
`;
  await writeFile(path, script, { mode: 0o755 });
  return path;
}

/** The stand-in's arguments: a function from an option to its values. @throws when it was not called */
export async function fpmOptions(folder: string): Promise<(option: string) => readonly string[]> {
  const args = z.array(z.string()).parse(JSON.parse(await readFile(join(folder, RECORD), 'utf8')));
  return (option) => args.flatMap((arg, index) => (arg === option ? [args[index + 1] ?? ''] : []));
}
