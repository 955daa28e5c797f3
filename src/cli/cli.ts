import { systemClock } from '../core/clock.ts';
import { runCommand } from './run-command.ts';
import { processTerminal } from './terminal.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interrupted.abort());
// Whoever read our output (head, a closed status bar) has seen enough.
process.stdout.on('error', () => process.exit());

process.exitCode = await runCommand(process.argv.slice(2), {
  terminal: processTerminal(),
  input: process.stdin,
  prompt: (text) => process.stderr.write(text),
  fetch: globalThis.fetch,
  clock: systemClock,
  signal: interrupted.signal,
});
// Kept-alive connections would hold the process for seconds after the last answer.
process.exit();
