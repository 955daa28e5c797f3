import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A password prompt that opens and that nobody looks at. */
export interface UnansweredPrompter {
  /** How many prompts have been opened so far. */
  opened(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Lets the bus start a prompter that never takes its name there: gnome-keyring then waits as for a person who is away.
 *
 * @param dir a folder for its files
 * @param services the bus's folder of services
 */
export async function installUnansweredPrompter(
  dir: string,
  services: string,
): Promise<UnansweredPrompter> {
  const script = join(dir, 'prompter.sh');
  const pidFile = join(dir, 'prompter.pids');
  await writeFile(script, `#!/bin/sh\necho $$ >> '${pidFile}'\nexec sleep 300\n`, { mode: 0o700 });
  await writeFile(
    join(services, 'org.gnome.keyring.SystemPrompter.service'),
    `[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=${script}\n`,
  );
  const pids = async () => {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    return lines.filter((line) => /^\d+$/.test(line)).map(Number);
  };
  return {
    opened: async () => (await pids()).length,
    async close() {
      for (const pid of await pids()) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended already.
        }
      }
    },
  };
}
