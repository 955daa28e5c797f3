import type { Command } from '../command/index.ts';
import { type Launch, plainLaunch } from './terminal.ts';
import { withTypedLine } from './typed-line.ts';

/**
 * Starts Ghostty with a line, which it gives to sh. Not with the words after `-e`: Ghostty before 1.2 joined them with spaces
 * and gave the result to sh unquoted (ghostty-org/ghostty#7032), and on macOS AppKit takes words that are no options for files
 * to open.
 * @param start what starts it, ready for options
 */
export function ghosttyLaunch(start: Command, command: Command): Launch {
  // On macOS it puts `exec -l` before the line (src/termio/Exec.zig), which would have a sh read the user's profile; env is none.
  return withTypedLine(['/usr/bin/env', ...command], (line) =>
    plainLaunch([...start, `--initial-command=${line}`, '--quit-after-last-window-closed=true']),
  );
}
