import { basename } from 'node:path/posix';
import { type Command, quoteFor, Unquotable } from '../commands/quote.ts';
import { shortHash } from '../config/aliases.ts';

/** A file that a terminal reads its command from. */
export interface LaunchFile {
  readonly path: string;
  readonly content: string;
  /** Matches the names of such files in the folder: older ones are deleted. */
  readonly ours: RegExp;
}

export interface Launch {
  readonly argv: Command;
  /** Written before the start. */
  readonly file?: LaunchFile;
}

export interface LaunchPlaces {
  readonly home: string;
  /** Resolves symbolic links, such as those of /etc/alternatives. */
  readonly realPath: (path: string) => string;
}

/** @param place of the terminal @throws {Unquotable} when the terminal can't take this command unchanged */
export type PassCommand = (place: string, command: Command, places: LaunchPlaces) => Launch;

/** ssh's exit code for its own failures (ssh(1), EXIT STATUS); any other is the remote command's. */
const SSH_FAILED = 255;

/** A constant: sh gets the command as `"$@"`. Without variables, which Konsole expands; without `'`, `\`, `!` and line breaks, to be typed. */
const HOLD_OPEN = [
  '"$@"',
  'set -- "$?"',
  `if [ "$1" -eq ${SSH_FAILED} ]; then echo`,
  'echo "SSH login failed, or the connection was lost."',
  'echo "Check the user name and the key in the settings of GPU Tray, under SSH."',
  'echo "Press Enter to close this window."',
  'read -r enter',
  'fi',
  'exit "$1"',
].join('; ');

/** A shell that waits for Enter when ssh fails, since most terminals close with their program. Exits with the command's code. */
export function heldOpen(command: Command): Command {
  return ['/bin/sh', '-c', HOLD_OPEN, 'gpu-tray', ...command];
}

/** For terminals that take the command as arguments, after some of their own. */
export function passArguments(...before: readonly string[]): PassCommand {
  return (place, command) => ({ argv: [place, ...before, ...heldOpen(command)] });
}

/** Windows has no sh to hold a window open. */
export const passToConsole: PassCommand = (place, command) => ({ argv: [place, ...command] });

/** Behind x-terminal-emulator. QTerminal before 1.2 (lxqt/qterminal#335) and Sakura split the arguments after -e at spaces. */
const KEEPS_ARGUMENTS: ReadonlySet<string> = new Set([
  ...['gnome-terminal.wrapper', 'kgx', 'konsole', 'xfce4-terminal.wrapper', 'kitty'],
  ...['alacritty', 'foot', 'xterm', 'uxterm', 'lxterm', 'mate-terminal.wrapper'],
  ...['lxterminal', 'terminator', 'urxvt', 'st'],
]);

/** Debian policy 11.8.3: the arguments after -e are executed unchanged. Not every program keeps to that. */
export const passToEmulator: PassCommand = (place, command, { realPath }) => {
  const isHeld = KEEPS_ARGUMENTS.has(basename(realPath(place)));
  return { argv: [place, '-e', ...(isHeld ? heldOpen(command) : command)] };
};

/** For Konsole, and what may lead to it: it expands environment variables in arguments, quoted or not. */
export function passToKonsole(pass: PassCommand): PassCommand {
  return (place, command, places) => {
    if (command.some((argument) => /\$[A-Za-z_{]/.test(argument)))
      throw new Unquotable('Konsole would expand the variable in the SSH command.');
    return pass(place, command, places);
  };
}

/**
 * For Ghostty, as one line: before 1.2 it gave the arguments after `-e` to sh unquoted (ghostty-org/ghostty#7032), and on macOS AppKit
 * opens arguments that are not options as files.
 */
export function passToGhostty(start: (place: string) => Command): PassCommand {
  // On macOS it puts `exec -l` before the line (src/termio/Exec.zig), which makes a sh a login shell; env is not a shell.
  return (place, command) => {
    const line = quoteFor('posix', ['/usr/bin/env', ...heldOpen(command)]);
    const options = [`--initial-command=${line}`, '--quit-after-last-window-closed=true'];
    return { argv: [...start(place), ...options] };
  };
}

/** For macOS applications that run a typed line. @param body of the script; constants only */
export function passByAppleScript(application: string, ...body: readonly string[]): PassCommand {
  const start = ['on run argv', `tell application "${application}"`];
  const words = [...start, ...body, 'end tell', 'end run'].flatMap((text) => ['-e', text]);
  return (_, command) => ({ argv: ['/usr/bin/osascript', ...words, quoteFor('posix', command)] });
}

/**
 * For Warp, which takes a command only from a launch configuration (docs.warp.dev, "URI Scheme"). The file is named by a hash of its
 * content: Warp may cache an earlier version, which must never be the login to another machine.
 */
export const passToWarp: PassCommand = (_, command, { home }) => {
  const line = quoteFor('posix', command);
  const name = `gpu-tray-${shortHash(line, 12)}`;
  const path = `${home}/.warp/launch_configurations/${name}.yaml`;
  // YAML reads JSON strings as the same text.
  const content = `---
name: ${name}
windows:
  - tabs:
      - title: GPU Tray
        layout:
          cwd: ${JSON.stringify(home)}
          commands:
            - exec: ${JSON.stringify(line)}
`;
  return {
    argv: ['/usr/bin/open', `warp://launch/${encodeURI(path)}`],
    file: { path, content, ours: /^gpu-tray-[0-9a-f]{12}\.yaml$/ },
  };
};

/**
 * For Windows Terminal, which splits its command line at every `;` without a backslash, even within quotes, joins the arguments again,
 * quotes only those with spaces, escapes nothing, and expands variables (microsoft/terminal#13264).
 */
export const passToWindowsTerminal: PassCommand = (place, command) => {
  const isLost = (argument: string) =>
    argument === '' ||
    /["%\p{Cc}]/u.test(argument) ||
    (argument.includes(' ') && argument.endsWith('\\'));
  if (command.some(isLost))
    throw new Unquotable(
      'Windows Terminal does not take empty arguments, quotes, percent signs, or spaces before a final backslash.',
    );
  return { argv: [place, 'new-tab', ...command.map((one) => one.replaceAll(';', '\\;'))] };
};
