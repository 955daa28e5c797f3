import { isIPv6 } from 'node:net';
import { type HostContext, type HostLine, hostLines, loginLines } from '../config/host-blocks.ts';
import { isHost, type SshHost } from '../host.ts';
import type { Command } from './quote.ts';

export interface SshSetup extends HostContext {
  readonly isIncluded: boolean;
  /** `['-F', path]` where ssh would look for its config in another home folder than `$HOME`, otherwise empty. */
  readonly configArguments: readonly string[];
}

/** `alias`: null: it is not in our files. */
type PastedHost = Pick<SshHost, 'address' | 'login'> & { readonly alias: string | null };

type Destination = Readonly<ReturnType<typeof byAddress>>;

/** `user`: with its `@`; empty: ssh's own choice. */
function byAddress(address: string, lines: readonly HostLine[]) {
  const { User: user, Port: port = null } = Object.fromEntries<string>(lines);
  const options: readonly string[] = lines.flatMap(([keyword, value]) =>
    optionArguments(keyword, value),
  );
  return { options, port, user: user === undefined ? '' : `${user}@`, address };
}

function optionArguments(keyword: string, value: string): readonly string[] {
  switch (keyword) {
    case 'HostName':
    case 'Port':
    case 'User':
      return [];
    case 'IdentityFile': {
      // PowerShell cannot pass the quotes that a path with spaces needs in `-o`. `-i` needs none, but expands `%`.
      const path = /^"(.*)"$/.exec(value)?.[1]?.replaceAll('\\\\', '\\') ?? value;
      return path.includes('%') ? ['-o', `IdentityFile ${value}`] : ['-i', path];
    }
    default:
      return ['-o', `${keyword} ${value}`];
  }
}

function sshCommandLine(
  { options, port, user, address }: Destination,
  extra: readonly string[] = [],
): readonly string[] {
  return [...options, ...(port === null ? [] : ['-p', port]), ...extra, `${user}${address}`];
}

/** The arguments for GPU Tray's own logins, without the alias with all options of our config; null: the host has no address. */
export function sshArguments(host: SshHost, setup: SshSetup): readonly string[] | null {
  const { alias, address } = host;
  const { isIncluded, configArguments } = setup;
  if (address === null) return null;
  if (isIncluded) return [...configArguments, alias];
  const lines = hostLines(host, setup);
  return lines.length === 0
    ? null
    : [...configArguments, ...sshCommandLine(byAddress(address, lines))];
}

/** For a command that a person pastes: the alias, or the address with only what is set in GPU Tray. */
function pastedDestination(host: PastedHost, setup: SshSetup): Destination | null {
  const { alias, address, login } = host;
  if (address === null || !isHost(address)) return null;
  if (setup.isIncluded && alias !== null)
    return { options: setup.configArguments, port: null, user: '', address: alias };
  const lines = loginLines(login, setup).filter(([keyword]) => keyword !== 'IdentitiesOnly');
  return byAddress(address, lines);
}

/** The command for people, such as `ssh gpu-train-1` or `ssh -p 2222 ubuntu@203.0.113.7`; null: the host has no address. */
export function loginCommand(host: PastedHost, setup: SshSetup): Command | null {
  const destination = pastedDestination(host, setup);
  return destination === null ? null : ['ssh', ...sshCommandLine(destination)];
}

/** Forwards a port of this computer's loopback address to the same port of the VM; null: no address, or a shell only. */
export function portForwardCommand(host: SshHost, setup: SshSetup, port: number): Command | null {
  const destination = host.isShellOnly ? null : pastedDestination(host, setup);
  const forward = ['-N', '-L', `127.0.0.1:${port}:127.0.0.1:${port}`];
  return destination === null ? null : ['ssh', ...sshCommandLine(destination, forward)];
}

/** Copies to the home folder of the VM; null: no address, or a shell only. @param localPath without `:` and a first `-`, for scp a host or an option */
export function scpCommand(host: SshHost, setup: SshSetup, localPath: string): Command | null {
  const destination = host.isShellOnly ? null : pastedDestination(host, setup);
  if (destination === null) return null;
  const { user, address, port, options } = destination;
  return [
    'scp',
    ...options,
    ...(port === null ? [] : ['-P', port]),
    ...['-r', localPath],
    // scp ends the host at a colon, except within brackets.
    `${user}${isIPv6(address) ? `[${address}]` : address}:`,
  ];
}
