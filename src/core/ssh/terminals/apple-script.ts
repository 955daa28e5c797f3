import type { Command } from '../command/index.ts';

/** The application a script speaks to, and what it does with the line: fixed text, never data. */
interface AppleScript {
  readonly application: 'Terminal' | 'iTerm';
  readonly body: readonly string[];
}

/** `do script` opens the window itself; `activate` first would open a second one. */
export const TERMINAL_SCRIPT: AppleScript = {
  application: 'Terminal',
  body: ['do script (item 1 of argv)', 'activate'],
};

/** iTerm has no `do script`: first the window, then the line as if somebody typed it. */
export const ITERM_SCRIPT: AppleScript = {
  application: 'iTerm',
  body: [
    'set opened to (create window with default profile)',
    'tell current session of opened to write text (item 1 of argv)',
    'activate',
  ],
};

/** osascript with a fixed script; the line is data that it gets as its argument. */
export function runScript({ application, body }: AppleScript, line: string): Command {
  const script = [
    'on run argv',
    `tell application "${application}"`,
    ...body,
    'end tell',
    'end run',
  ];
  return ['/usr/bin/osascript', ...script.flatMap((text) => ['-e', text]), line];
}
