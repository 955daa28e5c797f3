import { isIPv6 } from 'node:net';
import type { SshHost } from '../host.ts';
import { hostOptions, userPrefix } from './host-options.ts';
import type { SshSetup } from './setup.ts';

/** What to copy, and which way. An empty remote path is the home folder on the VM. */
export interface Transfer {
  readonly direction: 'upload' | 'download';
  readonly localPath: string;
  readonly remotePath: string;
}

/** The words after `scp` that copy a file or a folder, or null while the host has no address. */
export function scpArguments(
  host: SshHost,
  setup: SshSetup,
  { direction, localPath, remotePath }: Transfer,
): readonly string[] | null {
  if (host.address === null) return null;
  const remote = `${remoteHost(host, host.address, setup)}:${remotePath}`;
  const ends = direction === 'upload' ? [asLocal(localPath), remote] : [remote, asLocal(localPath)];
  return [...setup.configArguments, ...hostWords(host, setup), '-r', ...ends];
}

function hostWords(host: SshHost, setup: SshSetup): readonly string[] {
  if (setup.isIncluded) return [];
  const { port } = host.login;
  return [...hostOptions(host, setup), ...(port === null ? [] : ['-P', String(port)])];
}

function remoteHost({ alias, login }: SshHost, address: string, setup: SshSetup): string {
  if (setup.isIncluded) return alias;
  // A colon ends the host for scp, unless brackets hold it.
  const target = isIPv6(address) ? `[${address}]` : address;
  return `${userPrefix(login)}${target}`;
}

/** scp reads `a:b` as a file on the host `a`, and `-x` as an option; a folder or a drive before it rules both out. */
function asLocal(path: string): string {
  const isClear = /^(?:\/|\.\.?(?:\/|$)|[A-Za-z]:[\\/])/.test(path);
  return isClear || !/^-|:/.test(path) ? path : `./${path}`;
}
