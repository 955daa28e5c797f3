import { dirname } from 'node:path';
import type { SshLogin } from '../../../shared/ssh/ssh-state.ts';
import { isHost, isPort, isUser, type SshHost } from '../host.ts';
import { shortHash } from './aliases.ts';
import { configPath, type Homes, underHome } from './config-words.ts';

/** A line of ssh_config(5). The value is quoted where needed. */
export type HostLine = readonly [keyword: string, value: string];

export interface HostContext extends Homes {
  /** Our folder, absolute: in `~/.ssh`, a pattern of the user's could include any file in it. */
  readonly folder: string;
  /** Our SSH config, which the user's includes; absolute. */
  readonly configFile: string;
  readonly platform: NodeJS.Platform;
}

function identityPath(path: string, { home, accountHome, platform }: HostContext): string | null {
  const inHome = (platform === 'win32' ? /^~[/\\](.*)$/ : /^~\/(.*)$/).exec(path)?.[1];
  const whole = inHome === undefined ? path : `${home}/${inHome}`;
  return configPath(underHome(whole, accountHome, platform), platform);
}

export function loginLines(login: SshLogin, context: HostContext): readonly HostLine[] {
  const { user, port, identityFile } = login;
  const identity = identityFile === null ? null : identityPath(identityFile, context);
  const lines: HostLine[] = [];
  if (user !== null && isUser(user)) lines.push(['User', user]);
  if (port !== null && isPort(port)) lines.push(['Port', `${port}`]);
  if (identity !== null) lines.push(['IdentityFile', identity], ['IdentitiesOnly', 'yes']);
  return lines;
}

/** Null: the path of our known_hosts cannot be written into a config. */
function knownHostsWord({ folder, accountHome, platform }: HostContext): string | null {
  // Elsewhere than on Windows, `\` is an escape that not every version of ssh knows.
  if (platform !== 'win32' && folder.includes('\\')) return null;
  return configPath(underHome(`${folder}/known_hosts`, accountHome, platform), platform);
}

/** Bytes of a socket's path with its final NUL. macOS and the BSDs allow four fewer. */
const maxSocketPath = (platform: NodeJS.Platform) => (platform === 'linux' ? 108 : 104);
/** Characters of the SHA-1 in hex that `%C` becomes. */
const TOKEN_LENGTH = 40;
/** ssh first binds a temporary name with a dot and 16 more characters. */
const ADDED_BY_SSH = 17 + 1;
type SocketContext = Omit<HostContext, 'home'>;

/** A `ControlPath` in our folder; null: ssh on Windows cannot share connections; `none`: the folder is too long for a socket. */
function socketPath(
  name: string,
  tokens: '%C' | '',
  { folder, configFile, accountHome, platform }: SocketContext,
): string | null {
  if (platform === 'win32') return null;
  const added = (tokens === '' ? 0 : TOKEN_LENGTH) + ADDED_BY_SSH;
  // macOS: the folder is too long, and no pattern of an Include matches a first dot.
  const start = [`${folder}/${name}`, `${dirname(configFile)}/.${name}`].find(
    (path) => Buffer.byteLength(path) + added <= maxSocketPath(platform),
  );
  if (start === undefined) return 'none';
  return configPath(underHome(start, accountHome, platform), platform, tokens) ?? 'none';
}

/**
 * The socket for users with `ControlMaster auto`, by host key alias: a path of theirs with `%h` would hand the open session of a VM
 * to the next one on its address, without a host key check. @returns as `socketPath`
 */
export function controlPath(hostKeyAlias: string, context: SocketContext): string | null {
  // Short, since `%C` already covers address, port and user.
  return socketPath(shortHash(hostKeyAlias, 6), '%C', context);
}

/** The socket of our own connection for the GPU load: closing it ends no session of the user's. @returns as `socketPath` */
export function loadControlPath(
  { hostKeyAlias, address, login }: SshHost,
  context: SocketContext,
): string | null {
  const route = JSON.stringify([hostKeyAlias, address, login.user, login.port, login.identityFile]);
  return socketPath(`load-${shortHash(route, 12)}`, '', context);
}

/** All lines for a host; empty: it has no address. ssh uses the first value of a keyword. */
export function hostLines(host: SshHost, context: HostContext): readonly HostLine[] {
  const { hostKeyAlias, address, login, isStrict } = host;
  const knownHosts = knownHostsWord(context);
  if (address === null || !isHost(address) || knownHosts === null) return [];
  const control = controlPath(hostKeyAlias, context);
  return [
    ['HostName', address],
    ['HostKeyAlias', hostKeyAlias],
    ['UserKnownHostsFile', knownHosts],
    // One host key per VM, not per address: addresses are recycled.
    ['CheckHostIP', 'no'],
    ...loginLines(login, context),
    ...(isStrict ? [] : ([['StrictHostKeyChecking', 'accept-new']] as const)),
    ['HashKnownHosts', 'no'],
    ['ForwardAgent', 'no'],
    ...(control === null ? [] : ([['ControlPath', control]] as const)),
  ];
}

/** The last block of our config. What ssh prints for its name shows whether it reads the file, before other lines. No alias has `--`. */
export const MARKER = 'gpu--tray';

export function markerLines(folder: string): readonly HostLine[] {
  return [
    ['HostName', EXAMPLE_ADDRESS],
    ['HostKeyAlias', `gpu-tray-${shortHash(folder, 8)}`],
    ['UserKnownHostsFile', 'none'],
    ['User', 'gpu-tray'],
    ['StrictHostKeyChecking', 'accept-new'],
  ];
}

/** Of documentation (RFC 5737): nothing answers there. */
export const EXAMPLE_ADDRESS = '192.0.2.1';

const headerFor = (prefix: string) => [
  '# Your rented VMs, written by GPU Tray. Changes to this file are lost.',
  `# Set user, port and key file in GPU Tray; add other options under "Host ${prefix}-*" in your SSH config.`,
];

export function configText(
  hosts: readonly SshHost[],
  context: HostContext,
  prefix: string,
): string {
  const sorted = hosts.toSorted((a, b) => (a.alias < b.alias ? -1 : 1));
  const all = sorted.map((host) => ({ name: host.alias, lines: hostLines(host, context) }));
  const blocks = [...all, { name: MARKER, lines: markerLines(context.folder) }].flatMap(
    ({ name, lines }) =>
      lines.length === 0
        ? []
        : [[`Host ${name}`, ...lines.map(([keyword, value]) => `    ${keyword} ${value}`)]],
  );
  return [headerFor(prefix), ...blocks].map((lines) => `${lines.join('\n')}\n`).join('\n');
}
