import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What marks the fuses in Electron's binary (electronjs.org, "Electron Fuses"). */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_VERSION = 1;
/** As Electron ships them: run-as-node, options and inspector on, integrity and archive-only off. */
const SHIPPED_FUSES = '101100011';

/** The names of the fuses in the order of their wire. */
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

/** A folder that looks like Electron's distribution to electron-builder: its binary is not to be had everywhere. */
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

/** The state of each fuse in a binary. */
export function readFuses(binary: Buffer): ReadonlyMap<string, boolean> {
  const wire = binary.indexOf(SENTINEL) + SENTINEL.length + 2;
  return new Map(FUSES.map((name, index) => [name, binary[wire + index] === 0x31]));
}
