import type { Terminal } from '../terminal.ts';

/** A terminal that remembers what was printed. */
export interface FakeTerminal extends Terminal {
  /** What went to standard output since the last call. */
  takeOut(): string;
  takeErrors(): string;
}

/** As in a pipe, neither interactive nor coloured, but for these differences. */
export function fakeTerminal(
  change: Partial<Pick<Terminal, 'isInteractive' | 'hasColor'>> = {},
): FakeTerminal {
  let out = '';
  let errors = '';
  return {
    isInteractive: false,
    hasColor: false,
    ...change,
    out(text) {
      out += text;
    },
    error(text) {
      errors += text;
    },
    takeOut() {
      const taken = out;
      out = '';
      return taken;
    },
    takeErrors() {
      const taken = errors;
      errors = '';
      return taken;
    },
  };
}
