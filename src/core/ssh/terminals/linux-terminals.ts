import { basename } from 'node:path/posix';
import type { Command } from '../command/index.ts';
import { onPath, variable } from '../programs/index.ts';
import { ghosttyLaunch } from './ghostty.ts';
import { heldOpen } from './held-open.ts';
import {
  type LinuxTerminalId,
  plainLaunch,
  type TerminalRow,
  type TerminalSearch,
  WATCH_UNTIL_ANSWERED_MS,
} from './terminal.ts';

interface LinuxRow extends TerminalRow {
  readonly id: LinuxTerminalId;
}

/** A terminal whose program takes the command's words after some of its own. */
function row(
  id: LinuxTerminalId,
  name: string,
  before: readonly string[],
  more: Partial<LinuxRow> = {},
): LinuxRow {
  return {
    id,
    name,
    locate: (search) => onPath(search, id),
    launch: (place, command) => plainLaunch([place, ...before, ...command]),
    ...more,
  };
}

/** Konsole puts in the values of environment variables that the words name, quoted or not. */
function withoutVariables(launch: LinuxRow['launch']): LinuxRow['launch'] {
  return (place, command, search) =>
    command.some((word) => /\$[A-Za-z_{]/.test(word))
      ? { state: 'refused', reason: 'Konsole would replace the name after the dollar sign.' }
      : launch(place, command, search);
}

/** Only offered where its kind of display is. */
function onDisplay(name: 'DISPLAY' | 'WAYLAND_DISPLAY', program: string): LinuxRow['locate'] {
  return (search: TerminalSearch) =>
    variable(search, name) === null ? null : onPath(search, program);
}

/**
 * Behind x-terminal-emulator, these execute the words after -e as they are: all were run so, many are in tests/terminals.
 * QTerminal before 1.2 (lxqt/qterminal#335) and Sakura tear words at their spaces, which leaves nothing of the script.
 */
const KEEP_WORDS: ReadonlySet<string> = new Set([
  ...['gnome-terminal.wrapper', 'kgx', 'konsole', 'xfce4-terminal.wrapper', 'kitty'],
  ...['alacritty', 'foot', 'xterm', 'uxterm', 'lxterm', 'mate-terminal.wrapper'],
  ...['lxterminal', 'terminator', 'urxvt', 'st'],
]);

/** Whether a terminal is given the command held open; else it gets ssh itself, which may survive being torn. */
function keepsWords(id: LinuxTerminalId, place: string, { realPath }: TerminalSearch): boolean {
  if (id !== 'x-terminal-emulator') return true;
  const target = realPath(place);
  return target !== null && KEEP_WORDS.has(basename(target));
}

/** xterm and its like run a single word after -e through a shell; two or more they execute. */
function executed(command: Command): Command {
  return command.length > 1 ? command : ['/usr/bin/env', ...command];
}

/** The window stays open when ssh fails, where the terminal can be trusted with what that takes. */
function held(terminal: LinuxRow): LinuxRow {
  return {
    ...terminal,
    launch(place, command, search) {
      const isHeld = keepsWords(terminal.id, place, search);
      return terminal.launch(place, isHeld ? heldOpen(command) : command, search);
    },
  };
}

const ROWS: readonly LinuxRow[] = [
  // It hands on the words as they are, after the option that the terminal's own desktop entry names; a terminal that makes
  // something else of them is at odds with its specification ("Limitations and compliance of terminals").
  row('xdg-terminal-exec', 'Default terminal', [], {
    launch: withoutVariables((place, command) => plainLaunch([place, ...command])),
  }),
  // Debian policy 11.8.3: the words after -e are executed as they are. Not all that it may lead to keep to that.
  row('x-terminal-emulator', 'Default terminal (Debian)', [], {
    launch: withoutVariables((place, command) => plainLaunch([place, '-e', ...executed(command)])),
  }),
  row('gnome-terminal', 'GNOME Terminal', ['--'], { watchMs: WATCH_UNTIL_ANSWERED_MS }),
  row('ptyxis', 'Ptyxis', ['--new-window', '--']),
  row('kgx', 'GNOME Console', ['--']),
  row('konsole', 'Konsole', [], {
    launch: withoutVariables((place, command) => plainLaunch([place, '-e', ...command])),
  }),
  // Its -e takes one string and splits it; -x takes the words.
  row('xfce4-terminal', 'Xfce Terminal', ['-x']),
  row('kitty', 'kitty', []),
  row('alacritty', 'Alacritty', ['-e']),
  // foot ends as the command did; 230 is its own failure (foot(1), EXIT STATUS).
  row('foot', 'foot', [], { locate: onDisplay('WAYLAND_DISPLAY', 'foot'), failureCodes: [230] }),
  row('wezterm', 'WezTerm', ['start', '--']),
  row('ghostty', 'Ghostty', [], {
    // An instance that runs already would open its own command instead of ours.
    launch: (place, command) => ghosttyLaunch([place, '--gtk-single-instance=false'], command),
  }),
  // What is held open is more than a single word, which xterm would run through a shell.
  row('xterm', 'xterm', ['-e'], { locate: onDisplay('DISPLAY', 'xterm') }),
];

/**
 * What the user or the distribution has chosen comes first, then the desktops' own, then the rest. The choice may lead to
 * Konsole, so its rule holds there too.
 */
export const LINUX_TERMINALS: readonly LinuxRow[] = ROWS.map(held);
