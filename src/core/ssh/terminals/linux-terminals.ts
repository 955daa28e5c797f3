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

/** The window stays open when ssh fails. */
function held(terminal: LinuxRow): LinuxRow {
  return {
    ...terminal,
    launch: (place, command, search) => terminal.launch(place, heldOpen(command), search),
  };
}

const ROWS: readonly LinuxRow[] = [
  row('xdg-terminal-exec', 'Default terminal', [], {
    launch: withoutVariables((place, command) => plainLaunch([place, ...command])),
  }),
  // Debian policy 11.8.3: the words after -e are executed as they are.
  row('x-terminal-emulator', 'Default terminal (Debian)', [], {
    launch: withoutVariables((place, command) => plainLaunch([place, '-e', ...command])),
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
  // A single word after -e would be run through a shell, two or more are executed: ours always are more.
  row('xterm', 'xterm', ['-e'], { locate: onDisplay('DISPLAY', 'xterm') }),
];

/**
 * What the user or the distribution has chosen comes first, then the desktops' own, then the rest. The choice may lead to
 * Konsole, so its rule holds there too.
 */
export const LINUX_TERMINALS: readonly LinuxRow[] = ROWS.map(held);
