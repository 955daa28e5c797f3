#!/usr/bin/env node
import { once } from 'node:events';
import { z } from 'zod';
import { helpText, readCommand } from './arguments.ts';
import { type Simulator, startSimulator } from './start.ts';

function greeting({ baseUrl, controlUrl, credentials, control }: Simulator): string {
  const { provider } = control.state().options;
  const accounts = credentials.flatMap(({ email, password, apiKeys }) => [
    '',
    provider === 'rental' ? `  ${email}  password ${password}` : `  ${email}`,
    ...Object.entries(apiKeys).map(([scope, key]) => `    ${scope.padEnd(12)}  ${key}`),
  ]);
  return [
    `Simulated service (${provider}) at ${baseUrl}`,
    `Control interface at ${controlUrl}`,
    ...accounts,
    '',
    'Press Ctrl+C to stop.',
    '',
  ].join('\n');
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'the port is in use; choose another one with --port, or --port 0 for a free one';
  return error instanceof Error ? error.message : String(error);
}

/** Serves until SIGINT or SIGTERM. Returns the exit code: 1 when it cannot listen, 2 for invalid arguments. */
async function main(argv: readonly string[]): Promise<number> {
  let errorCode = 2;
  try {
    const command = readCommand(argv);
    if (command === null) {
      process.stdout.write(helpText());
      return 0;
    }
    errorCode = 1;
    // Before the address is printed, since a signal may follow at once.
    const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    const simulator = await startSimulator(command.options);
    const { baseUrl, controlUrl, credentials } = simulator;
    const json = `${JSON.stringify({ baseUrl, controlUrl, credentials })}\n`;
    process.stdout.write(command.isJson ? json : greeting(simulator));
    await interrupted;
    await simulator.close();
    return 0;
  } catch (error) {
    process.stderr.write(`simulator: ${reasonOf(error)}\nTry --help.\n`);
    return errorCode;
  }
}

process.exitCode = await main(process.argv.slice(2));
