import { type HostKey, readHostKeys } from './host-key.ts';

/** Names that are no patterns and no options, for ssh-keygen and for us. */
const PLAIN_NAME = /^[a-z0-9][a-z0-9.-]*$/;

/** The names that a line has in plain text, lower-case; none for comments, hashed names and marked lines (`@revoked`). */
function plainNames(line: string): readonly string[] {
  const [names = ''] = /^[^\s#@|]\S*(?= )/.exec(line) ?? [];
  return names.toLowerCase().split(',');
}

/** ssh compares names without regard to case. */
export function plainName(hostKeyAlias: string): string | null {
  const name = hostKeyAlias.toLowerCase();
  return PLAIN_NAME.test(name) ? name : null;
}

/** Whether some names can be found by ssh-keygen alone. */
export function hasHashedNames(text: string): boolean {
  return /^\|1\|/m.test(text);
}

/** The text without the lines that have any of the names in plain text, as `ssh-keygen -R` leaves it; all else as it was. */
export function withoutNames(text: string, names: ReadonlySet<string>): string {
  const lines = text.split(/(?<=\n)/);
  return lines.filter((line) => !plainNames(line).some((name) => names.has(name))).join('');
}

/** The keys that are stored under a name in plain text. @param name from `plainName` */
export function keysOf(text: string, name: string): readonly HostKey[] {
  const lines = text.split('\n').filter((line) => plainNames(line).includes(name));
  return readHostKeys(lines.join('\n'));
}
