import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './processes.ts';

/** The arguments `ssh` was started with, and the id of its parent process. */
export interface Call {
  readonly args: readonly string[];
  readonly parent: number;
}

/** A script in place of `ssh` that records its arguments. */
export interface Recorder {
  /** Deletes earlier records. The next call exits with that code. */
  begin(exitCode: number): Promise<void>;
  /** Waits for the one call since `begin`. */
  call(): Promise<Call>;
}

/** Creates the script in `bin`; its records are files in `folder`. */
export async function recordingSsh(bin: string, folder: string): Promise<Recorder> {
  const path = join(bin, 'ssh');
  return {
    async begin(exitCode) {
      for (const name of await readdir(folder)) await rm(join(folder, name));
      // Written under another name first, so that a record is complete when it appears.
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
        if (calls.length > 1) throw new Error('ssh was called more than once');
        const args = (await readFile(join(folder, call), 'utf8')).split('\0').slice(0, -1);
        return { args, parent: Number(call.slice('call.'.length)) };
      }),
  };
}
