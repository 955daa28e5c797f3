import { once } from 'node:events';
import { startSimulator } from '../start.ts';
import { readCommand } from './args.ts';
import { helpText } from './flags.ts';
import { greeting, greetingJson } from './greeting.ts';

/** Where the program writes. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'the port is taken; choose another one with --port, or --port 0 for any free one';
  }
  return error instanceof Error ? error.message : String(error);
}

/** Serves until SIGINT or SIGTERM. Resolves with the exit code: 0, 1 when it cannot listen, 2 for wrong arguments. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  const command = readCommand(argv);
  switch (command.kind) {
    case 'help':
      terminal.out(helpText());
      return 0;
    case 'wrong':
      terminal.error(`simulator: ${command.message}\nTry --help.\n`);
      return 2;
    case 'serve':
      break;
  }
  // Listened for before anybody can know the address, so that no signal finds the program unprepared.
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  try {
    const simulator = await startSimulator(command.options);
    terminal.out(command.json ? greetingJson(simulator) : greeting(simulator));
    await interrupted;
    await simulator.close();
    return 0;
  } catch (error) {
    terminal.error(`simulator: ${reasonOf(error)}\n`);
    return 1;
  }
}
