export { findTerminals } from './find-terminals.ts';
export { type LaunchOutcome, launchProblem } from './launch-outcome.ts';
export { type FirstOpened, openFirstTerminal } from './open-first.ts';
export { type LaunchPorts, openTerminal } from './open-terminal.ts';
export { ownTerminal, parseTerminalTemplate, type TerminalTemplate } from './own-terminal.ts';
export { systemTerminalSearch } from './system-search.ts';
export type { Terminal, TerminalId, TerminalSearch } from './terminal.ts';
