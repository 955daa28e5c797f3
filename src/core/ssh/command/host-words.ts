import type { SshTarget } from '../host.ts';
import { type HostLine, hostLines, isUser } from '../hosts/index.ts';
import type { SshSetup } from './setup.ts';

/** What our configuration says of a host, as words for ssh and scp alike, for where that configuration is not included. */
export interface HostWords {
  readonly options: readonly string[];
  readonly port: string | null;
  /** `user@`, or nothing. */
  readonly userPrefix: string;
  readonly address: string;
}

/**
 * PowerShell cannot pass on the quotes that a path with spaces needs in `-o`; `-i` takes a path as it is, but that it expands
 * `%` in it.
 */
function identityWords(value: string): readonly string[] {
  const path = /^"(.*)"$/.exec(value)?.[1]?.replaceAll('\\\\', '\\');
  return path === undefined || path.includes('%') ? ['-o', `IdentityFile ${value}`] : ['-i', path];
}

function optionWords([keyword, value]: HostLine): readonly string[] {
  switch (keyword) {
    case 'HostName':
    case 'Port':
      return [];
    case 'IdentityFile':
      return identityWords(value);
    default:
      return ['-o', `${keyword} ${value}`];
  }
}

/** Null while the host has no address. */
export function hostWords(host: SshTarget, setup: SshSetup): HostWords | null {
  const lines = hostLines(host, setup);
  const valuesOf = (wanted: string) =>
    lines.flatMap(([keyword, value]) => (keyword.toLowerCase() === wanted ? [value] : []));
  const [address] = valuesOf('hostname');
  if (address === undefined) return null;
  const [user, ...otherUsers] = valuesOf('user');
  // An option of the user's may name one with tokens or quotes, which only `-o` takes; and `-o` goes before `user@`.
  const isShort = user !== undefined && otherUsers.length === 0 && isUser(user);
  const options = lines.filter(([keyword]) => !isShort || keyword.toLowerCase() !== 'user');
  return {
    options: options.flatMap(optionWords),
    port: valuesOf('port')[0] ?? null,
    userPrefix: isShort ? `${user}@` : '',
    address,
  };
}
