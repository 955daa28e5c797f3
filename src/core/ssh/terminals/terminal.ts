import type { Command } from '../command/index.ts';
import type { ProgramSearch } from '../programs/index.ts';

/** Terminals of macOS. The settings keep these ids, so none may be given another meaning. */
export type MacosTerminalId =
  | 'macos-terminal'
  | 'iterm2'
  | 'ghostty'
  | 'wezterm'
  | 'kitty'
  | 'alacritty'
  | 'warp';

/** Terminals of Linux; the first two stand for whichever one the desktop or the distribution has chosen. */
export type LinuxTerminalId =
  | 'xdg-terminal-exec'
  | 'x-terminal-emulator'
  | 'gnome-terminal'
  | 'ptyxis'
  | 'kgx'
  | 'konsole'
  | 'xfce4-terminal'
  | 'kitty'
  | 'alacritty'
  | 'foot'
  | 'wezterm'
  | 'ghostty'
  | 'xterm';

/** Terminals of Windows; `windows-console` is there on each of them. */
export type WindowsTerminalId = 'windows-terminal' | 'windows-console';

/** Every terminal we know how to start; one that runs on several platforms has the same id on each. */
export type TerminalId = MacosTerminalId | LinuxTerminalId | WindowsTerminalId;

/** A file a terminal reads the command from. */
export interface LaunchFile {
  readonly path: string;
  readonly content: string;
  /** The names of such files in its folder, this one's among them: earlier ones are cleared away. Without the flags g and y. */
  readonly ours: RegExp;
}

/** How to start a terminal with a command; or why it cannot be given this one exactly, as a sentence for people. */
export type Launch =
  | { readonly state: 'argv'; readonly argv: Command; readonly file: LaunchFile | null }
  | { readonly state: 'refused'; readonly reason: string };

/** A terminal that is there. */
export interface Terminal {
  readonly id: TerminalId | 'own';
  /** As people know it. */
  readonly name: string;
  launch(command: Command): Launch;
  /** How long its program is watched for a failure, in ms: longer where it ends by itself once the window is open. */
  readonly watchMs: number;
  /** Exit codes that are its own and not the command's; null where every other than 0 is. */
  readonly failureCodes: readonly number[] | null;
}

/** What tells which terminals are there. */
export interface TerminalSearch extends ProgramSearch {
  /** The user's home folder. */
  readonly home: string;
  /** Where the links that a path is made of lead, as /etc/alternatives does; null where they lead nowhere. */
  readonly realPath: (path: string) => string | null;
}

/** A row of the table: how to find a terminal, and how to start it from where it was found. */
export interface TerminalRow {
  readonly id: TerminalId;
  readonly name: string;
  /** Its place, as `launch` needs it; null when it is not there or could not open a window here. */
  locate(search: TerminalSearch): string | null;
  launch(place: string, command: Command, search: TerminalSearch): Launch;
  readonly watchMs?: number;
  readonly failureCodes?: readonly number[];
}

/** A program that is the window itself is watched just long enough to see it give up on its display or its options. */
export const WATCH_MS = 1_500;

/** A program that ends by itself, perhaps after the system has asked the user for leave. */
export const WATCH_UNTIL_ANSWERED_MS = 60_000;

/** A launch by argument vector alone. */
export function plainLaunch(argv: Command): Launch {
  return { state: 'argv', argv, file: null };
}
