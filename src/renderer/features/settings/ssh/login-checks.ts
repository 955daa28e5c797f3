import { sshOptionProblem } from '../../../../shared/domain/index.ts';

// The bounds of the contract, said in words before main is asked. A test holds the two together.

const MAX_PATH = 1_024;
const MAX_OPTIONS = 32;
/** Characters that end a line or a quoted word of ssh_config(5), or hide what it says. */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]/u;

/** To some distributions' ssh an identity that names a library to load (RFC 7512): an option, which is asked about. */
const LIBRARY = /^pkcs11:/i;

/** Empty leaves it to ssh. Null: nothing against it. */
export function checkSshUser(text: string): string | null {
  const user = text.trim();
  if (user === '' || /^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/.test(user)) return null;
  return 'A user name has letters, digits, dots, dashes and underscores, at most 32.';
}

/** Null where the text is no port, and where it is empty. */
export function parsePort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

/** Empty leaves it to ssh. */
export function checkSshPort(text: string): string | null {
  return text.trim() === '' || parsePort(text) !== null
    ? null
    : 'A port is a number from 1 to 65535.';
}

/** Empty leaves it to ssh. */
export function checkIdentityFile(text: string): string | null {
  const path = text.trim();
  if (path.startsWith('-')) return 'Begin with the folder, such as ~/.ssh/id_ed25519.';
  if (HARMFUL.test(path)) return 'A path for ssh has no quotes and no invisible characters.';
  if (path.includes('${')) return 'ssh would replace the variable in this path; write its value.';
  if (LIBRARY.test(path))
    return 'This names a library, not a key file; write it as “IdentityFile …” in Further options.';
  return path.length <= MAX_PATH ? null : `A path has at most ${MAX_PATH} characters.`;
}

/** The further options as they are typed, one per line; empty lines are for the eye. */
export function parseSshOptions(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Names the first line that cannot be used, as people count them. */
export function checkSshOptions(text: string): string | null {
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const problem = line.trim() === '' ? null : sshOptionProblem(line);
    if (problem !== null) return `Line ${index + 1}: ${problem}`;
  }
  return parseSshOptions(text).length <= MAX_OPTIONS
    ? null
    : `At most ${MAX_OPTIONS} options, please.`;
}

/** Where an editor opens. Empty: the home folder. */
export function checkRemoteFolder(text: string): string | null {
  const path = text.trim();
  if (path === '') return null;
  if (!/^[/~]/.test(path)) return 'Begin with / or ~, such as ~/project.';
  if (HARMFUL.test(path)) return 'A folder here has no quotes and no invisible characters.';
  return path.length <= MAX_PATH ? null : `A folder has at most ${MAX_PATH} characters.`;
}

const MAX_COMMAND = 1_000;
const COMMAND = '{command}';

/** What can be told of it at once; the rest is told when it is used. Empty: none. */
export function checkTerminalCommand(text: string): string | null {
  const command = text.trim();
  if (command === '') return null;
  if (command.length > MAX_COMMAND) return `At most ${MAX_COMMAND} characters, please.`;
  if (command.split(COMMAND).length !== 2)
    return 'Put {command} once, as a word of its own, where the command belongs.';
  return command.startsWith(COMMAND) ? 'Begin with the terminal’s program.' : null;
}
