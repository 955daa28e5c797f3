import { isIP } from 'node:net';
import { sshOptionProblem } from '../../../shared/domain/index.ts';
import type { SshHost, SshLogin } from '../host.ts';
import { configPath, configWord } from '../tools/index.ts';
import { isPort, isUser } from './options.ts';

/** Where the blocks' paths lead. */
export interface BlockContext {
  /** Our own known_hosts, absolute. */
  readonly knownHosts: string;
  /** What `~/` means in an identity file. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Whether ssh takes that option; a single line it does not know would make it refuse every host of the user's. */
  readonly isOption: (option: string) => boolean;
}

function expandHome(path: string, home: string): string {
  return /^~[/\\]/.test(path) ? `${home}/${path.slice(2)}` : path;
}

function loginLines(login: SshLogin, { home, platform }: BlockContext): readonly string[] {
  const user = login.user !== null && isUser(login.user) ? configWord(login.user) : null;
  const { identityFile } = login;
  const identity =
    identityFile === null ? null : configPath(expandHome(identityFile, home), platform);
  return [
    ...(user === null ? [] : [`User ${user}`]),
    ...(login.port !== null && isPort(login.port) ? [`Port ${login.port}`] : []),
    ...(identity === null ? [] : [`IdentityFile ${identity}`, 'IdentitiesOnly yes']),
  ];
}

/**
 * The lines for one host, none when it has no address. ssh takes the first value it meets, so the lines that say which machine
 * is meant and whose key it must show come first, then the user's own, then ours that they may override.
 */
export function hostBlock(host: SshHost, context: BlockContext): readonly string[] {
  const { alias, hostKeyAlias, address, login } = host;
  if (address === null || isIP(address) === 0 || address.includes('%')) return [];
  const knownHosts = configPath(context.knownHosts, context.platform);
  if (knownHosts === null) return [];
  const options = login.options
    .map((option) => option.trim())
    .filter((option) => sshOptionProblem(option) === null && context.isOption(option));
  const lines = [
    `HostName ${address}`,
    `HostKeyAlias ${hostKeyAlias}`,
    `UserKnownHostsFile ${knownHosts}`,
    // One host key per VM, not per address: addresses are recycled.
    'CheckHostIP no',
    ...options,
    ...loginLines(login, context),
    'StrictHostKeyChecking accept-new',
    'HashKnownHosts no',
    'ForwardAgent no',
  ];
  return [`Host ${alias}`, ...lines.map((line) => `    ${line}`)];
}
