import { systemClock } from '../core/clock.ts';
import { EXIT } from './exit-code.ts';
import { interruption } from './interruption.ts';
import { runCommand } from './run-command.ts';
import { processTerminal } from './terminal.ts';

const lost = new AbortController();
const signal = AbortSignal.any([interruption(process, systemClock), lost.signal]);
const outputs = [process.stdout, process.stderr];
let isOutputLost = false;
for (const output of outputs)
  output.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read our output (head, a closed status bar) has seen enough. Anything else, such as a full disk, is a failure.
    isOutputLost ||= error.code !== 'EPIPE';
    // Not at once: a refresh under way still has to store its token.
    lost.abort();
  });

const exitCode = await runCommand(process.argv.slice(2), {
  terminal: processTerminal(),
  input: process.stdin,
  prompt: (text) => process.stderr.write(text),
  fetch: globalThis.fetch,
  clock: systemClock,
  signal,
});
// What was printed may still be on its way into a pipe, and an exit would cut it off there.
await Promise.all(
  outputs.map((output) => new Promise<void>((resolve) => output.write('', () => resolve()))),
);
process.exitCode = isOutputLost ? EXIT.defect : exitCode;
// Kept-alive connections would hold the process for seconds after the last answer.
process.exit();
