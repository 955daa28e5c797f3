import { isIPv6 } from 'node:net';
import type { SshTarget } from '../host.ts';
import { hostWords } from './host-words.ts';
import type { SshSetup } from './setup.ts';

/** What to copy, and which way. An empty remote path is the home folder on the VM. */
export interface Transfer {
  readonly direction: 'upload' | 'download';
  readonly localPath: string;
  readonly remotePath: string;
}

/** The words after `scp` that copy a file or a folder, or null while the host has no address. */
export function scpArguments(
  host: SshTarget,
  setup: SshSetup,
  { direction, localPath, remotePath }: Transfer,
): readonly string[] | null {
  if (host.address === null) return null;
  const place = placeOf(host, setup);
  if (place === null) return null;
  const remote = `${place.remote}:${remotePath}`;
  const ends = direction === 'upload' ? [asLocal(localPath), remote] : [remote, asLocal(localPath)];
  return [...setup.configArguments, ...place.words, '-r', ...ends];
}

/** How scp finds the host: the words before the files, and what stands before the colon. */
function placeOf(host: SshTarget, setup: SshSetup) {
  if (setup.isIncluded && host.alias !== null) return { words: [], remote: host.alias };
  const found = hostWords(host, setup);
  if (found === null) return null;
  const { options, port, userPrefix, address } = found;
  // A colon ends the host for scp, unless brackets hold it.
  const remote = `${userPrefix}${isIPv6(address) ? `[${address}]` : address}`;
  return { words: [...options, ...(port === null ? [] : ['-P', port])], remote };
}

/** scp reads `a:b` as a file on the host `a`, and `-x` as an option; a folder or a drive before it rules both out. */
function asLocal(path: string): string {
  const isClear = /^(?:\/|\.\.?(?:\/|$)|[A-Za-z]:[\\/])/.test(path);
  return isClear || !/^-|:/.test(path) ? path : `./${path}`;
}
