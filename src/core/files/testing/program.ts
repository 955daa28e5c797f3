import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A process of its own, running one of the small programs beside the tests. */
export interface Program {
  /** Its next line on standard output. @throws when it ends without one */
  nextLine(): Promise<string>;
  /** SIGKILL: nothing in it gets to clean up. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Resolves when it has ended by itself. @throws with what it said on standard error when that was not a success */
  ended(): Promise<void>;
}

interface ProgramOptions {
  /** Bytes that a file may have before writing to it fails, in whole KiB: what a full disk looks like to a process. */
  readonly largestFile?: number;
}

function commandLine(node: readonly string[], { largestFile }: ProgramOptions): readonly string[] {
  // In bash, `ulimit -f` counts KiB; sh counts blocks of 512 bytes.
  return largestFile === undefined
    ? node
    : ['bash', '-c', `ulimit -f ${largestFile / 1024} && exec "$@"`, 'bash', ...node];
}

/** What Node made of the sources, kept between starts: without it most of a start is compiling. */
const COMPILED = new URL('../../../../node_modules/.cache/compiled', import.meta.url);

/** Starts the program at `file`; it is killed when the test is over, if it still runs then. */
export function startProgram(
  file: URL,
  args: readonly string[],
  options: ProgramOptions = {},
): Program {
  const node = [process.execPath, fileURLToPath(file), ...args];
  const [command = '', ...rest] = commandLine(node, options);
  const env = { ...process.env, NODE_COMPILE_CACHE: fileURLToPath(COMPILED) };
  const child = spawn(command, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await closed;
  }
  onTestFinished(kill);
  return {
    kill,
    async nextLine() {
      const line = await lines.next();
      if (line.done) throw new Error(`it ended without a word: ${errors}`);
      return line.value;
    },
    async ended() {
      const [code, signal] = await closed;
      if (code !== 0) throw new Error(`it ended with ${code ?? signal}: ${errors}`);
    },
  };
}
