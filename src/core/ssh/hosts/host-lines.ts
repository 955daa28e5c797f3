import { isIP } from 'node:net';
import { sshOptionProblem } from '../../../shared/domain/index.ts';
import type { SshLogin, SshTarget } from '../host.ts';
import { type OptionLine, optionLine } from '../options/index.ts';
import { configPath, underHome } from '../tools/index.ts';
import { controlPath } from './control-path.ts';
import { isPort, isUser } from './options.ts';

/** A line of ssh_config(5); the value is quoted where that file needs it. */
export type HostLine = OptionLine;

/** What the lines of all hosts depend on. */
export interface HostContext {
  /** The folder of ours, absolute. */
  readonly folder: string;
  /** What `~/` means in an identity file. */
  readonly home: string;
  /** What ssh takes `~/` for. */
  readonly accountHome: string;
  readonly platform: NodeJS.Platform;
  /** Whether ssh takes that option; a single line it does not know would make it refuse every host of the user's. */
  isOption(option: string): boolean;
}

function optionLines({ options }: SshLogin, { isOption }: HostContext): readonly HostLine[] {
  return options.flatMap((written): HostLine[] => {
    const option = written.trim();
    const line = optionLine(option);
    const isUsable = sshOptionProblem(option) === null && isOption(option);
    return isUsable && line !== null ? [line] : [];
  });
}

function identityPath(path: string, { home, accountHome, platform }: HostContext): string | null {
  const ofHome = (platform === 'win32' ? /^~[/\\](.*)$/ : /^~\/(.*)$/).exec(path)?.[1];
  const whole = ofHome === undefined ? path : `${home}/${ofHome}`;
  return configPath(underHome(whole, accountHome, platform), platform);
}

function loginLines(login: SshLogin, context: HostContext): readonly HostLine[] {
  const { user, port, identityFile } = login;
  const identity = identityFile === null ? null : identityPath(identityFile, context);
  return [
    ...(user !== null && isUser(user) ? ([['User', user]] as const) : []),
    ...(port !== null && isPort(port) ? ([['Port', `${port}`]] as const) : []),
    ...(identity === null
      ? []
      : ([
          ['IdentityFile', identity],
          ['IdentitiesOnly', 'yes'],
        ] as const)),
  ];
}

/** The known_hosts file of ours as a word of ssh_config(5); null where ssh cannot be told of the folder. */
export function knownHostsWord(context: Omit<HostContext, 'home' | 'isOption'>): string | null {
  const { folder, accountHome, platform } = context;
  // `\` is a separator on Windows, and elsewhere an escape that not every version of ssh knows.
  if (platform !== 'win32' && folder.includes('\\')) return null;
  return configPath(underHome(`${folder}/known_hosts`, accountHome, platform), platform);
}

/**
 * All that is said of a host, in our configuration and in a command that does without it; nothing where it has no address. ssh
 * takes the first value it meets, so the lines that say which machine is meant and whose key it must show come first, then the
 * user's own, then ours that they may override.
 */
export function hostLines(host: SshTarget, context: HostContext): readonly HostLine[] {
  const { hostKeyAlias, address, login } = host;
  const knownHosts = knownHostsWord(context);
  if (address === null || isIP(address) === 0 || address.includes('%') || knownHosts === null)
    return [];
  const control = controlPath(hostKeyAlias, context);
  return [
    ['HostName', address],
    ['HostKeyAlias', hostKeyAlias],
    ['UserKnownHostsFile', knownHosts],
    // One host key per VM, not per address: addresses are recycled.
    ['CheckHostIP', 'no'],
    ...optionLines(login, context),
    ...loginLines(login, context),
    ['StrictHostKeyChecking', 'accept-new'],
    ['HashKnownHosts', 'no'],
    ['ForwardAgent', 'no'],
    ...(control === null ? [] : ([['ControlPath', control]] as const)),
  ];
}
