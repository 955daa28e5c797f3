import { isIPv6 } from 'node:net';
import { type HostContext, hostLines } from '../config/host-blocks.ts';
import { isUser, type SshTarget } from '../host.ts';

/** What an ssh command depends on besides the host. */
export interface SshSetup extends HostContext {
  /** The user's SSH config includes ours, so the alias is enough. */
  readonly isIncluded: boolean;
  /** `['-F', path]` where ssh would look for its config in another home folder than `$HOME`, otherwise empty. */
  readonly configArguments: readonly string[];
}

/** The arguments of `ssh` that log in to a host, or null while it has no address. */
export function sshArguments(host: SshTarget, setup: SshSetup): readonly string[] | null {
  return withOptions([], host, setup);
}

/**
 * The arguments of `ssh` that forward a local port to the same port of the VM without a shell, or null while the host has no
 * address. The local port listens on the loopback address only.
 */
export function portForwardArguments(
  host: SshTarget,
  setup: SshSetup,
  port: number,
): readonly string[] | null {
  return withOptions(['-N', '-L', `127.0.0.1:${port}:127.0.0.1:${port}`], host, setup);
}

function withOptions(
  options: readonly string[],
  host: SshTarget,
  setup: SshSetup,
): readonly string[] | null {
  const destination = destinationOf(host, setup);
  if (destination === null) return null;
  const { user, address, port } = destination;
  return [
    ...setup.configArguments,
    ...destination.options,
    ...(port === null ? [] : ['-p', port]),
    ...options,
    `${user}${address}`,
  ];
}

/**
 * The arguments of `scp` that copy a file or a folder to the home folder of the VM, or null while the host has no address.
 * @param localPath neither begins with `-` nor contains `:`, which scp would read as an option or a host
 */
export function scpArguments(
  host: SshTarget,
  setup: SshSetup,
  localPath: string,
): readonly string[] | null {
  const destination = destinationOf(host, setup);
  if (destination === null) return null;
  const { user, address, port, options } = destination;
  return [
    ...setup.configArguments,
    ...options,
    ...(port === null ? [] : ['-P', port]),
    ...['-r', localPath],
    // scp ends the host at a colon, except within brackets.
    `${user}${isIPv6(address) ? `[${address}]` : address}:`,
  ];
}

/** How ssh and scp reach a host: by its alias, or by its address with all options that our config would give. */
interface Destination {
  readonly options: readonly string[];
  readonly port: string | null;
  /** `user@`, or empty. */
  readonly user: string;
  /** The alias or the IP address. */
  readonly address: string;
}

function destinationOf(host: SshTarget, setup: SshSetup): Destination | null {
  const { alias, address, login } = host;
  if (address === null) return null;
  if (setup.isIncluded && alias !== null)
    return { options: [], port: null, user: '', address: alias };
  const lines = hostLines(host, setup);
  if (lines.length === 0) return null;
  return {
    options: lines.flatMap(([keyword, value]) => optionArguments(keyword, value)),
    port: lines.find(([keyword]) => keyword === 'Port')?.[1] ?? null,
    user: login.user !== null && isUser(login.user) ? `${login.user}@` : '',
    address,
  };
}

function optionArguments(keyword: string, value: string): readonly string[] {
  switch (keyword) {
    case 'HostName':
    case 'Port':
    case 'User':
      return [];
    case 'IdentityFile':
      return identityArguments(value);
    default:
      return ['-o', `${keyword} ${value}`];
  }
}

/** PowerShell cannot pass the quotes that a path with spaces needs in `-o`. `-i` needs none, but expands `%`. */
function identityArguments(value: string): readonly string[] {
  const path = /^"(.*)"$/.exec(value)?.[1]?.replaceAll('\\\\', '\\');
  return path === undefined || path.includes('%') ? ['-o', `IdentityFile ${value}`] : ['-i', path];
}
