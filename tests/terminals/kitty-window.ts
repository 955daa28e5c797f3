import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Session } from './desktop.ts';
import { until } from './processes.ts';

/** A window of kitty, the one terminal that a test can read and type into. */
export interface KittyWindow {
  /** Its text, once that contains `part`. */
  text(part: string): Promise<string>;
  /** Types these characters; `\r` is Enter. */
  type(keys: string): Promise<void>;
}

const call = promisify(execFile);

/** The environment in which kitty listens to a test; `window` connects to the kitty started in it. */
export async function listeningKitty({ env, folder }: Session) {
  // kitty appends its process id to the name.
  const lines = ['allow_remote_control yes', `listen_on unix:${join(folder, 'kitty-socket')}`];
  await writeFile(join(folder, 'kitty.conf'), lines.join('\n'));

  async function control(socket: string, args: readonly string[]): Promise<string> {
    const { stdout } = await call('kitty', ['@', '--to', `unix:${socket}`, ...args], { env });
    return stdout;
  }

  async function window(): Promise<KittyWindow> {
    const name = await until('kitty listens', async () => {
      const names = await readdir(folder);
      return names.find((candidate) => candidate.startsWith('kitty-socket-')) ?? null;
    });
    const socket = join(folder, name);
    return {
      text: (part) =>
        until(`kitty shows ${part}`, async () => {
          const text = await control(socket, ['get-text']);
          return text.includes(part) ? text : null;
        }),
      async type(keys) {
        await control(socket, ['send-text', '--', keys]);
      },
    };
  }
  return { env: { ...env, KITTY_CONFIG_DIRECTORY: folder }, window };
}
