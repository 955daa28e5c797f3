/**
 * Ghostty's options for a line, which it gives to sh. Not the words after `-e`: Ghostty before 1.2 joined them with spaces and
 * gave the result to sh unquoted (ghostty-org/ghostty#7032), and on macOS AppKit takes words that are no options for files to
 * open.
 */
export function ghosttyOptions(line: string): readonly string[] {
  return [`--initial-command=${line}`, '--quit-after-last-window-closed=true'];
}
