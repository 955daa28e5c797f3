import { readArguments } from './program/arguments.ts';
import { runHost } from './program/run-host.ts';

try {
  await runHost(readArguments(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`browser-host: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
