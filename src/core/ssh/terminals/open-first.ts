import type { Command } from '../command/index.ts';
import type { LaunchOutcome } from './launch-outcome.ts';
import { type LaunchPorts, openTerminal } from './open-terminal.ts';
import type { Terminal } from './terminal.ts';

/** Which terminal it was in the end, and how it went. */
export interface FirstOpened {
  readonly terminal: Terminal;
  readonly outcome: LaunchOutcome;
}

/**
 * Starts the first terminal that can be started with this command, for a user who has chosen none. The next is tried only
 * where nothing has been started yet; null when the list is empty, and the first one's answer when none could be.
 */
export async function openFirstTerminal(
  terminals: readonly Terminal[],
  command: Command,
  ports: LaunchPorts,
): Promise<FirstOpened | null> {
  let first: FirstOpened | null = null;
  for (const terminal of terminals) {
    const outcome = await openTerminal(terminal, command, ports);
    if (outcome.state === 'opened' || outcome.state === 'failed') return { terminal, outcome };
    first ??= { terminal, outcome };
  }
  return first;
}
