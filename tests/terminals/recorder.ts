import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './until.ts';

/** What `ssh` was started with, and by which process. */
export interface Call {
  readonly words: readonly string[];
  readonly parent: number;
}

/** An `ssh` that writes down what it was given. */
export interface Recorder {
  /** Forgets what was seen; the next call will say so and end with that exit code. */
  begin(exitCode: number): Promise<void>;
  /** The one call since then, awaited. */
  call(): Promise<Call>;
}

/** Puts a recording `ssh` into `bin`; it writes into `folder`. */
export async function recordingSsh(bin: string, folder: string): Promise<Recorder> {
  const path = join(bin, 'ssh');
  return {
    async begin(exitCode) {
      for (const name of await readdir(folder)) await rm(join(folder, name));
      // Written whole under another name first, so that whoever sees the record sees all of it.
      const script = `#!/bin/sh
printf '%s\\0' "$@" > '${folder}'/new.$$ && mv '${folder}'/new.$$ '${folder}'/call.$PPID
echo "me@vm: this ssh ends with ${exitCode}." >&2
exit ${exitCode}
`;
      await writeFile(path, script);
      await chmod(path, 0o755);
    },
    call: () =>
      until('ssh is called', async () => {
        const calls = (await readdir(folder)).filter((name) => name.startsWith('call.'));
        const [call] = calls;
        if (call === undefined) return null;
        if (calls.length > 1) throw new Error('ssh was called more than once.');
        const words = (await readFile(join(folder, call), 'utf8')).split('\0').slice(0, -1);
        return { words, parent: Number(call.slice('call.'.length)) };
      }),
  };
}
