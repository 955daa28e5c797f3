import { systemClock } from '../core/clock.ts';
import { runCommand } from './run-command.ts';
import { processTerminal } from './terminal.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interrupted.abort());
const outputs = [process.stdout, process.stderr];
// Whoever read our output (head, a closed status bar) has seen enough.
for (const output of outputs) output.on('error', () => process.exit());

process.exitCode = await runCommand(process.argv.slice(2), {
  terminal: processTerminal(),
  input: process.stdin,
  prompt: (text) => process.stderr.write(text),
  fetch: globalThis.fetch,
  clock: systemClock,
  signal: interrupted.signal,
});
// What was printed may still be on its way into a pipe, and an exit would cut it off there.
await Promise.all(
  outputs.map((output) => new Promise<void>((resolve) => output.write('', () => resolve()))),
);
// Kept-alive connections would hold the process for seconds after the last answer.
process.exit();
