/** Precedes the fuses in Electron's binary (electronjs.org, "Electron Fuses"). */
export const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

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

type Fuse = (typeof FUSES)[number];

/** The fuses that are on in a binary. @throws when it has a fuse that this list does not know, or lacks one */
export function fusesOn(binary: Buffer): readonly Fuse[] {
  const at = binary.indexOf(SENTINEL);
  if (at === -1) throw new Error('this binary has no fuses');
  const [version, count = 0] = binary.subarray(at + SENTINEL.length);
  if (version !== 1 || count !== FUSES.length)
    throw new Error(`version ${version} with ${count} fuses: decide about the new ones`);
  const states = binary.toString('latin1', at + SENTINEL.length + 2).slice(0, count);
  if (/[^01]/.test(states)) throw new Error(`a fuse was removed: ${states}`);
  return FUSES.filter((_, index) => states[index] === '1');
}
