import { sshOptionProblem } from '../../../shared/domain/index.ts';
import type { SshHost, SshLogin } from '../host.ts';
import type { SshSetup } from './setup.ts';

/**
 * What our configuration says of a host, as words for ssh and scp alike, for where that configuration is not included.
 * ssh takes the first value it meets: who the host is comes first, so that no extra option can change it; then the user's
 * extra options, which may override everything else of ours, as they do in the configuration.
 */
export function hostOptions({ hostKeyAlias, login }: SshHost, setup: SshSetup): readonly string[] {
  const identity = login.identityFile === null ? [] : ['-i', login.identityFile];
  const identitiesOnly = login.identityFile === null ? [] : ['IdentitiesOnly yes'];
  return [
    ...options([
      `HostKeyAlias ${hostKeyAlias}`,
      `UserKnownHostsFile ${pathValue(setup.knownHostsFile)}`,
      'CheckHostIP no',
      ...login.options
        .map((option) => option.trim())
        .filter((option) => sshOptionProblem(option) === null),
      'StrictHostKeyChecking accept-new',
      'ForwardAgent no',
    ]),
    ...identity,
    ...options(identitiesOnly),
  ];
}

/** `user@`, or nothing where the login names none; a name that ssh would read as an option is none. */
export function userPrefix({ user }: SshLogin): string {
  return user === null || user === '' || user.startsWith('-') ? '' : `${user}@`;
}

function options(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => ['-o', line]);
}

/** A path as ssh_config(5) takes it: `%` starts a token and a space ends a file's name, unless quoted. */
function pathValue(path: string): string {
  const text = path.replaceAll('%', '%%');
  return /[\s#]/.test(text) ? `"${text}"` : text;
}
