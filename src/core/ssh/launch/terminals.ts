import { join } from 'node:path/posix';
import type { Command } from '../commands/quote.ts';
import { realPath } from '../config/config-words.ts';
import { isProgram, onPath, type ProgramSearch, variable } from './find-program.ts';
import {
  type Launch,
  type LaunchPlaces,
  type PassCommand,
  passArguments,
  passByAppleScript,
  passToConsole,
  passToEmulator,
  passToGhostty,
  passToKonsole,
  passToWarp,
  passToWindowsTerminal,
} from './pass-command.ts';

export interface Terminal {
  /** As in `TERMINALS`, or `own` for the user's command. */
  readonly id: string;
  readonly name: string;
  launch(command: Command): Launch;
  /** How long its process is watched for a failure, in ms. */
  readonly watchMs: number;
}

export interface TerminalSearch extends ProgramSearch, LaunchPlaces {}

export const systemTerminalSearch = (
  platform: NodeJS.Platform,
  env: Readonly<NodeJS.ProcessEnv>,
  home: string,
): TerminalSearch => ({ platform, env, home, isProgram, realPath });

interface TerminalRow {
  /** Kept in the settings: never reuse one for another terminal. One id for all platforms. */
  readonly id: string;
  readonly name: string;
  /** The place that `pass` needs; null: it is absent or can't open a window. Default: the program on PATH with the row's id. */
  readonly find?: (search: TerminalSearch) => string | null;
  readonly pass: PassCommand;
  readonly watchMs?: number;
}

/** Long enough to see a process that is the window itself give up on its display or options. */
const WATCH_MS = 1_500;
/** For a process that exits once its window is open, perhaps after the system has asked the user for permission. */
const WATCH_UNTIL_EXIT_MS = 60_000;

const programOn =
  (display: 'DISPLAY' | 'WAYLAND_DISPLAY', name: string) => (search: TerminalSearch) =>
    variable(search, display) === null ? null : onPath(search, name);

/** The program of a bundle, for all users or for this one. */
const bundle =
  (name: string, executable: string) =>
  ({ home, isProgram: exists }: TerminalSearch) =>
    ['/System/Applications/Utilities', '/Applications', `${home}/Applications`]
      .map((folder) => `${folder}/${name}.app/Contents/MacOS/${executable}`)
      .find(exists) ?? null;

/** The alias that the Store adds to each profile is on PATH unless the user removed it. */
function findWindowsTerminal(search: TerminalSearch): string | null {
  const profile = variable(search, 'LOCALAPPDATA');
  const alias = `${profile}\\Microsoft\\WindowsApps\\wt.exe`;
  return onPath(search, 'wt.exe') ?? (profile !== null && search.isProgram(alias) ? alias : null);
}

function findWindowsConsole(search: TerminalSearch): string | null {
  const place = `${variable(search, 'SystemRoot') ?? 'C:\\Windows'}\\System32\\conhost.exe`;
  return search.isProgram(place) ? place : null;
}

/** In order of preference. To add a terminal, add a row; `passArguments('-e')` suits most. The tests iterate over the table. */
export const TERMINALS: Readonly<Record<'linux' | 'darwin' | 'win32', readonly TerminalRow[]>> = {
  // The user's or the distribution's choice first, then those of the desktops. Either choice may lead to Konsole.
  linux: [
    {
      id: 'xdg-terminal-exec',
      name: 'Default terminal',
      // Passes the arguments on after the option that the terminal's desktop entry names.
      pass: passToKonsole(passArguments()),
    },
    {
      id: 'x-terminal-emulator',
      name: 'Default terminal (Debian)',
      pass: passToKonsole(passToEmulator),
    },
    {
      id: 'gnome-terminal',
      name: 'GNOME Terminal',
      pass: passArguments('--'),
      watchMs: WATCH_UNTIL_EXIT_MS,
    },
    { id: 'ptyxis', name: 'Ptyxis', pass: passArguments('--new-window', '--') },
    { id: 'kgx', name: 'GNOME Console', pass: passArguments('--') },
    { id: 'konsole', name: 'Konsole', pass: passToKonsole(passArguments('-e')) },
    {
      id: 'xfce4-terminal',
      name: 'Xfce Terminal',
      // The -e option takes one string and splits it.
      pass: passArguments('-x'),
    },
    { id: 'kitty', name: 'kitty', pass: passArguments() },
    { id: 'alacritty', name: 'Alacritty', pass: passArguments('-e') },
    {
      id: 'foot',
      name: 'foot',
      find: programOn('WAYLAND_DISPLAY', 'foot'),
      pass: passArguments(),
    },
    { id: 'wezterm', name: 'WezTerm', pass: passArguments('start', '--') },
    {
      id: 'ghostty',
      name: 'Ghostty',
      // A running instance would open its own command instead of ours.
      pass: passToGhostty((place) => [place, '--gtk-single-instance=false']),
    },
    { id: 'xterm', name: 'xterm', find: programOn('DISPLAY', 'xterm'), pass: passArguments('-e') },
  ],
  // Terminal first, since every Mac has it. Where the line is typed into the user's shell, that shell stays open.
  darwin: [
    {
      id: 'macos-terminal',
      name: 'Terminal',
      find: bundle('Terminal', 'Terminal'),
      // `do script` opens the window; `activate` first would open a second one.
      pass: passByAppleScript('Terminal', 'do script (item 1 of argv)', 'activate'),
      watchMs: WATCH_UNTIL_EXIT_MS,
    },
    {
      id: 'iterm2',
      name: 'iTerm2',
      find: bundle('iTerm', 'iTerm2'),
      pass: passByAppleScript(
        'iTerm',
        'set opened to (create window with default profile)',
        'tell current session of opened to write text (item 1 of argv)',
        'activate',
      ),
      watchMs: WATCH_UNTIL_EXIT_MS,
    },
    {
      id: 'ghostty',
      name: 'Ghostty',
      find: bundle('Ghostty', 'ghostty'),
      pass: passToGhostty((place) => ['/usr/bin/open', '-na', join(place, '../../..'), '--args']),
      watchMs: WATCH_UNTIL_EXIT_MS,
    },
    {
      id: 'wezterm',
      name: 'WezTerm',
      find: bundle('WezTerm', 'wezterm'),
      pass: passArguments('start', '--'),
    },
    { id: 'kitty', name: 'kitty', find: bundle('kitty', 'kitty'), pass: passArguments() },
    {
      id: 'alacritty',
      name: 'Alacritty',
      find: bundle('Alacritty', 'alacritty'),
      pass: passArguments('-e'),
    },
    {
      id: 'warp',
      name: 'Warp',
      find: bundle('Warp', 'stable'),
      pass: passToWarp,
      watchMs: WATCH_UNTIL_EXIT_MS,
    },
  ],
  win32: [
    {
      id: 'windows-terminal',
      name: 'Windows Terminal',
      find: findWindowsTerminal,
      pass: passToWindowsTerminal,
    },
    {
      // Started alone, ssh.exe would have no window, since Node detaches it from all consoles.
      id: 'windows-console',
      name: 'Windows Console',
      find: findWindowsConsole,
      pass: passToConsole,
    },
  ],
};

/** The installed terminals in order of preference: the first is used when the user has chosen none. */
export function findTerminals(search: TerminalSearch): readonly Terminal[] {
  const { platform } = search;
  const known = platform === 'darwin' || platform === 'win32' ? platform : 'linux';
  return TERMINALS[known].flatMap((row): readonly Terminal[] => {
    const { id, name, find = () => onPath(search, id), pass, watchMs = WATCH_MS } = row;
    const place = find(search);
    if (place === null) return [];
    return [{ id, name, launch: (command) => pass(place, command, search), watchMs }];
  });
}

const COMMAND = '{command}';
const MAX_LENGTH = 1_000;

/** Parses a command such as `foot --title "My GPU" {command}`, without a shell: `$`, `~`, `;` and `\` are plain characters. @returns a sentence for an invalid one */
export function parseTerminalCommand(text: string): Command | string {
  if (text.length > MAX_LENGTH) return `At most ${MAX_LENGTH} characters.`;
  if (/\p{Cc}/u.test(text)) return 'Use one line, without tabs.';
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+|["']/g) ?? [];
  if (words.some((word) => word === '"' || word === "'")) return 'A quote is not closed.';
  const [program, ...rest] = words.map((word) => word.replace(/(["'])(.*?)\1/gs, '$2'));
  if (program === undefined || program === '' || program.includes(COMMAND))
    return 'Begin with the terminal’s program, and put {command} after it.';
  // cmd.exe would parse the arguments again, by other rules (CVE-2024-27980).
  if (/\.(?:cmd|bat)$/i.test(program))
    return 'Batch files are not supported. Use the program that the file starts.';
  if (rest.filter((word) => word.includes(COMMAND)).join() !== COMMAND)
    return 'Put {command} once, as a separate word, where the SSH command belongs.';
  return [program, ...rest];
}

/** A terminal from a parsed command. Not held open when ssh fails: the command can do that itself. */
export function customTerminal(argv: Command): Terminal {
  const [program, ...rest] = argv;
  return {
    id: 'own',
    name: 'Custom command',
    launch: (command) => ({
      argv: [program, ...rest.flatMap((word) => (word === COMMAND ? command : [word]))],
    }),
    watchMs: WATCH_MS,
  };
}
