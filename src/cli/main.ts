import { systemClock } from '../core/clock.ts';
import { nodeFetch } from '../core/providers/index.ts';
import { EXIT } from './errors.ts';
import { interruption } from './interruption.ts';
import { runCommand } from './run-command.ts';

async function runProcess(): Promise<never> {
  const { stdin, stdout, stderr, env } = process;
  const outputClosed = new AbortController();
  const outputs = [stdout, stderr];
  let outputFailed = false;
  for (const output of outputs)
    output.on('error', (error: NodeJS.ErrnoException) => {
      // EPIPE: the reader (head, a status bar) has closed the pipe. Anything else, such as a full disk, is a failure.
      outputFailed ||= error.code !== 'EPIPE';
      // Abort instead of exiting, so that a refreshed token can still be stored.
      outputClosed.abort();
    });
  const exitCode = await runCommand(process.argv.slice(2), {
    terminal: {
      out: (text) => stdout.write(text),
      error: (text) => stderr.write(text),
      isInteractive: stdout.isTTY === true,
      hasColor: stdout.isTTY === true && !env['NO_COLOR'] && stdout.hasColors(),
      get width() {
        return stdout.isTTY === true ? stdout.columns : Number.POSITIVE_INFINITY;
      },
    },
    input: stdin,
    prompt: (text) => stderr.write(text),
    fetch: nodeFetch,
    clock: systemClock,
    signal: AbortSignal.any([interruption(process, systemClock), outputClosed.signal]),
  });
  // An exit would cut off output that is still on its way into a pipe.
  await Promise.all(
    outputs.map((output) => new Promise<void>((resolve) => output.write('', () => resolve()))),
  );
  // Keep-alive connections would hold the process for seconds.
  return process.exit(outputFailed ? EXIT.internalError : exitCode);
}

// Not awaited: the commands' files import this one, so they would wait for it in turn.
void runProcess();
