import type { Command } from '../command/index.ts';
import { onPath, variable } from '../programs/index.ts';
import { ghosttyOptions } from './ghostty.ts';
import {
  type Launch,
  type LinuxTerminalId,
  plainLaunch,
  type TerminalRow,
  type TerminalSearch,
  WATCH_UNTIL_ANSWERED_MS,
} from './terminal.ts';
import { withTypedLine } from './typed-line.ts';

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

/** xterm runs a single word after `-e` through a shell; two or more it executes. */
function executed(place: string, command: Command): Launch {
  const words = command.length > 1 ? command : ['/usr/bin/env', ...command];
  return plainLaunch([place, '-e', ...words]);
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
 * What the user or the distribution has chosen comes first, then the desktops' own, then the rest. The choice may lead to
 * Konsole, so its rule holds there too.
 */
export const LINUX_TERMINALS: readonly LinuxRow[] = [
  row('xdg-terminal-exec', 'Default terminal', [], {
    launch: withoutVariables((place, command) => plainLaunch([place, ...command])),
  }),
  // Debian policy 11.8.3: the words after -e are executed as they are.
  row('x-terminal-emulator', 'Default terminal (Debian)', [], {
    launch: withoutVariables(executed),
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
    launch: (place, command) => {
      // An instance that runs already would open its own command instead of ours.
      const own = [place, '--gtk-single-instance=false'] as const;
      return withTypedLine(command, (line) => plainLaunch([...own, ...ghosttyOptions(line)]));
    },
  }),
  row('xterm', 'xterm', [], { locate: onDisplay('DISPLAY', 'xterm'), launch: executed }),
];
