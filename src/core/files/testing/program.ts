import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A Node process that runs one of the test programs. */
export interface Program {
  /** The next line on stdout. @throws when it exits without one */
  nextLine(): Promise<string>;
  /** SIGKILL, so that the program can't clean up. Resolves at its exit. */
  kill(): Promise<void>;
  /** Resolves when it has exited. @throws with its stderr when the exit code is not 0 */
  ended(): Promise<void>;
}

interface ProgramOptions {
  /** The most bytes a file may have, in whole KiB: a write beyond it fails halfway, as on a full disk. */
  readonly largestFile?: number;
}

function commandLine(node: readonly string[], { largestFile }: ProgramOptions): readonly string[] {
  // In bash, `ulimit -f` counts KiB; sh counts blocks of 512 bytes.
  return largestFile === undefined
    ? node
    : ['bash', '-c', `ulimit -f ${largestFile / 1024} && exec "$@"`, 'bash', ...node];
}

/** Node's compile cache: without it, a start is mostly compiling. */
const COMPILED = new URL('../../../../node_modules/.cache/compiled', import.meta.url);

/** Starts the program at `file`; it is killed at the end of the test. */
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
      if (line.done) throw new Error(`exited without a line: ${errors}`);
      return line.value;
    },
    async ended() {
      const [code, signal] = await closed;
      if (code !== 0) throw new Error(`exited with ${code ?? signal}: ${errors}`);
    },
  };
}
