import type { Command } from '../command/index.ts';

/** What ssh ends with when it is ssh that failed (ssh(1), EXIT STATUS); any other code is the remote shell's. */
const SSH_FAILED = 255;

/**
 * Fixed text, never data: sh gets the command's words beside it, as `"$@"`. Plain POSIX for whatever /bin/sh is. It names no
 * variable, since Konsole would put in its value, and has no line break and none of `'`, `\` and `!`, so that it can be typed.
 */
const SCRIPT = [
  '"$@"',
  'set -- "$?"',
  `if [ "$1" -eq ${SSH_FAILED} ]; then echo`,
  'echo "ssh could not log in, or the connection ended."',
  'echo "User name and key are set in GPU Tray, in Settings under SSH login."',
  'echo "Press Enter to close this window."',
  'read -r enter',
  'fi',
  'exit "$1"',
].join('; ');

/**
 * The command in a window that stays open for as long as it takes to read why ssh failed: most terminals close at once when
 * their program ends. Ends as the command did; Ctrl-C and closing the window end both, since they share a process group.
 */
export function heldOpen(command: Command): Command {
  return ['/bin/sh', '-c', SCRIPT, 'gpu-tray', ...command];
}
