/** A program and its arguments as the operating system receives them, without a shell. */
export type Command = readonly [program: string, ...args: string[]];

/** The shells a command may be pasted into. `posix`: sh, dash, bash, zsh and fish. */
export type Shell = 'posix' | 'powershell' | 'cmd';

/** A command that cannot be quoted safely for a shell. The message is for people. */
export class Unquotable extends Error {
  override readonly name = 'Unquotable';
}

/**
 * Quotes a command as one line that, pasted into the shell, passes exactly these arguments to the program.
 * @throws {Unquotable} when the shell cannot pass them unchanged
 */
export function quoteFor(shell: Shell, command: Command): string {
  for (const arg of command) requirePastable(arg);
  switch (shell) {
    case 'posix':
      return command.map(quotePosix).join(' ');
    case 'powershell':
      return quotePowerShell(command);
    case 'cmd':
      return command
        .map((arg, index) => quoteCmdArgument(arg, index === 0 ? CMD_PLAIN_PROGRAM : PLAIN))
        .join(' ');
  }
}

export function commandLine(shell: Shell, command: Command | null): string | null {
  try {
    return command === null ? null : quoteFor(shell, command);
  } catch (error) {
    if (error instanceof Unquotable) return null;
    throw error;
  }
}

/** C0, DEL and C1, and the two separators that some programs treat as line breaks. */
const CONTROL = /\p{Cc}|\p{Zl}|\p{Zp}/u;

/** Terminals act on pasted control characters before any quote counts, and replace lone surrogates. */
function requirePastable(arg: string): void {
  if (CONTROL.test(arg))
    throw new Unquotable('The command contains a line break or another control character.');
  if (!arg.isWellFormed()) throw new Unquotable('The command contains invalid Unicode.');
}

/** Needs no quotes in a POSIX shell, nor in cmd. */
const PLAIN = /^[0-9A-Za-z.:@_/-]+$/;

/** fish interprets `\\` and `\'` within single quotes, csh and interactive bash expand `!`: these three get a backslash outside them. */
function quotePosix(arg: string): string {
  if (arg === '') return "''";
  if (PLAIN.test(arg)) return arg;
  return arg.replace(/['\\!]|[^'\\!]+/g, (part) =>
    part === "'" || part === '\\' || part === '!' ? `\\${part}` : `'${part}'`,
  );
}

/** PowerShell splits a bare `-a.b` in two and gives a leading `@` a meaning. */
const POWERSHELL_PLAIN = /^(?:[0-9A-Za-z_/.][0-9A-Za-z.:@_/-]*|-[0-9A-Za-z]+)$/;

/** Other programs are run by `&`: their names may need quotes or be keywords. */
const BARE_PROGRAMS = new Set(['ssh', 'scp']);

function quotePowerShell([program, ...args]: Command): string {
  const start = BARE_PROGRAMS.has(program) ? program : `& ${singleQuoted(program)}`;
  return [start, ...args.map(quotePowerShellArgument)].join(' ');
}

/**
 * Windows PowerShell 5.1, and 7 before 7.3, build a broken command line for native programs: they do not escape double
 * quotes, drop empty arguments, and let a trailing backslash escape the closing quote (PowerShell/PowerShell#1995).
 * Workarounds break 7.3 and later.
 */
function quotePowerShellArgument(arg: string): string {
  if (arg === '') throw new Unquotable('PowerShell drops empty arguments.');
  if (arg.includes('"'))
    throw new Unquotable('PowerShell versions handle double quotes differently.');
  if (/\s/.test(arg) && arg.endsWith('\\'))
    throw new Unquotable(
      'PowerShell cannot pass an argument with spaces and a trailing backslash.',
    );
  return POWERSHELL_PLAIN.test(arg) ? arg : singleQuoted(arg);
}

/** PowerShell treats typographic single quotes like plain ones: each is doubled. */
function singleQuoted(arg: string): string {
  return `'${arg.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
}

/** cmd ends a bare program name at `/` and `:`. */
const CMD_PLAIN_PROGRAM = /^[0-9A-Za-z._-]+$/;

/** Quoted for the C runtime of the program, and with carets for cmd where needed. */
function quoteCmdArgument(arg: string, plain: RegExp): string {
  // At the prompt no escape of `%` always works, and `!` is a variable where delayed expansion is on.
  if (arg.includes('%')) throw new Unquotable('cmd treats a percent sign as a variable.');
  if (arg.includes('!')) throw new Unquotable('cmd may treat an exclamation mark as a variable.');
  if (plain.test(arg)) return arg;
  // Backslashes are doubled only before a quote.
  const escaped = arg.replace(/(\\*)("|$)/g, (_, slashes: string, end: string) =>
    end === '"' ? `${slashes}${slashes}\\"` : `${slashes}${slashes}`,
  );
  const text = `"${escaped}"`;
  // An inner quote ends the quotes for cmd, but not for the program: then every quote gets a caret.
  return arg.includes('"') ? text.replace(/[()^"<>&|]/g, '^$&') : text;
}
