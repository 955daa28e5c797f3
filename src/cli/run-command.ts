import { readArguments } from './arguments.ts';
import { CommandError, EXIT } from './errors.ts';
import { helpText } from './help.ts';
import { ending, signIn } from './messages.ts';
import type { CommandPorts } from './user.ts';

/** Never rejects. @param argv without the program's own names @returns one of our exit codes, or ssh's */
export async function runCommand(argv: readonly string[], ports: CommandPorts): Promise<number> {
  let isWatching = false;
  try {
    const command = readArguments(argv, ports.clock.now());
    isWatching = command.name === 'status' && command.watch;
    if (argv.length === 0 && (await (await import('./user.ts')).isFirstUse(ports))) {
      ports.terminal.out(`${signIn.first}\n`);
      return EXIT.fresh;
    }
    if (command.name === 'help') {
      ports.terminal.out(`${helpText(command.topic)}\n`);
      return EXIT.fresh;
    }
    if (command.name === 'version') {
      const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
      ports.terminal.out(`gpu-tray ${manifest.version}\n`);
      return EXIT.fresh;
    }
    // Loaded only now, so that the help and a wrong option need none of it.
    const { runServiceCommand } = await import('./service-commands.ts');
    return await runServiceCommand(command, ports);
  } catch (error) {
    if (ports.signal.aborted) {
      // Interrupting is how a watch ends; any other command is incomplete.
      if (isWatching) return EXIT.fresh;
      ports.terminal.error(`${ending.interrupted}\n`);
      return EXIT.interrupted;
    }
    if (error instanceof CommandError) {
      ports.terminal.error(`${error.message}\n`);
      return error.exitCode;
    }
    const stack = error instanceof Error ? (error.stack ?? error.message) : 'unknown error';
    ports.terminal.error(`${ending.internalError(stack)}\n`);
    return EXIT.internalError;
  }
}
