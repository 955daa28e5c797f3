/** What a command may do with the terminal it runs in. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Standard output is a terminal and may be redrawn. */
  readonly isInteractive: boolean;
  /** Standard output shows colours and nobody asked for none (`NO_COLOR`, https://no-color.org). */
  readonly hasColor: boolean;
}

/** The process's own terminal. */
export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  return {
    out: (text) => stdout.write(text),
    error: (text) => stderr.write(text),
    isInteractive: stdout.isTTY === true,
    hasColor: stdout.isTTY === true && !env['NO_COLOR'] && stdout.hasColors(),
  };
}
