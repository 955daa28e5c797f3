import { ITERM_SCRIPT, runScript, TERMINAL_SCRIPT } from './apple-script.ts';
import { ghosttyLaunch } from './ghostty.ts';
import { heldOpen } from './held-open.ts';
import {
  type MacosTerminalId,
  plainLaunch,
  type TerminalRow,
  type TerminalSearch,
  WATCH_UNTIL_ANSWERED_MS,
} from './terminal.ts';
import { withTypedLine } from './typed-line.ts';
import { warpLaunch } from './warp.ts';

interface MacosRow extends TerminalRow {
  readonly id: MacosTerminalId;
}

/** Finds a bundle by the program within it, for all users or for this one; its place is the bundle's path. */
function bundle(name: string, program: string): MacosRow['locate'] {
  return ({ home, isProgram }: TerminalSearch) =>
    ['/System/Applications/Utilities', '/Applications', `${home}/Applications`]
      .map((folder) => `${folder}/${name}.app`)
      .find((place) => isProgram(`${place}/Contents/MacOS/${program}`)) ?? null;
}

/**
 * Terminal comes first since every Mac has it: what else is installed need not be what its owner likes best. Where the line is
 * typed into the user's own shell, that shell stays when ssh has failed; elsewhere the window is held open.
 */
export const MACOS_TERMINALS: readonly MacosRow[] = [
  {
    id: 'macos-terminal',
    name: 'Terminal',
    locate: bundle('Terminal', 'Terminal'),
    launch: (_, command) =>
      withTypedLine(command, (line) => plainLaunch(runScript(TERMINAL_SCRIPT, line))),
    // The first time, macOS asks whether we may control it.
    watchMs: WATCH_UNTIL_ANSWERED_MS,
  },
  {
    id: 'iterm2',
    name: 'iTerm2',
    locate: bundle('iTerm', 'iTerm2'),
    launch: (_, command) =>
      withTypedLine(command, (line) => plainLaunch(runScript(ITERM_SCRIPT, line))),
    watchMs: WATCH_UNTIL_ANSWERED_MS,
  },
  {
    id: 'ghostty',
    name: 'Ghostty',
    locate: bundle('Ghostty', 'ghostty'),
    launch: (place, command) =>
      ghosttyLaunch(['/usr/bin/open', '-na', place, '--args'], heldOpen(command)),
    watchMs: WATCH_UNTIL_ANSWERED_MS,
  },
  {
    id: 'wezterm',
    name: 'WezTerm',
    locate: bundle('WezTerm', 'wezterm'),
    launch: (place, command) =>
      plainLaunch([`${place}/Contents/MacOS/wezterm`, 'start', '--', ...heldOpen(command)]),
  },
  {
    id: 'kitty',
    name: 'kitty',
    locate: bundle('kitty', 'kitty'),
    launch: (place, command) =>
      plainLaunch([`${place}/Contents/MacOS/kitty`, ...heldOpen(command)]),
  },
  {
    id: 'alacritty',
    name: 'Alacritty',
    locate: bundle('Alacritty', 'alacritty'),
    launch: (place, command) =>
      plainLaunch([`${place}/Contents/MacOS/alacritty`, '-e', ...heldOpen(command)]),
  },
  {
    id: 'warp',
    name: 'Warp',
    locate: bundle('Warp', 'stable'),
    launch: (_, command, { home }) => withTypedLine(command, (line) => warpLaunch(line, home)),
    watchMs: WATCH_UNTIL_ANSWERED_MS,
  },
];
