import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Session } from './desktop.ts';
import { until } from './until.ts';

/** A window of kitty's, which can be read and typed into from outside: no other terminal lets anybody do so. */
export interface KittyWindow {
  /** What it shows, once it shows that. */
  text(shown: string): Promise<string>;
  /** Types these characters; `\r` is Enter. */
  type(keys: string): Promise<void>;
}

const call = promisify(execFile);

/** The environment in which a kitty that is started listens; `window` is to be asked for once it has been. */
export async function listeningKitty({ env, folder }: Session) {
  // kitty puts its process id behind the name.
  const lines = ['allow_remote_control yes', `listen_on unix:${join(folder, 'kitty-socket')}`];
  await writeFile(join(folder, 'kitty.conf'), lines.join('\n'));

  async function ask(socket: string, words: readonly string[]): Promise<string> {
    const { stdout } = await call('kitty', ['@', '--to', `unix:${socket}`, ...words], { env });
    return stdout;
  }

  async function window(): Promise<KittyWindow> {
    const name = await until('kitty listens', async () => {
      const names = await readdir(folder);
      return names.find((candidate) => candidate.startsWith('kitty-socket-')) ?? null;
    });
    const socket = join(folder, name);
    return {
      text: (shown) =>
        until(`kitty shows ${shown}`, async () => {
          const text = await ask(socket, ['get-text']);
          return text.includes(shown) ? text : null;
        }),
      async type(keys) {
        await ask(socket, ['send-text', '--', keys]);
      },
    };
  }
  return { env: { ...env, KITTY_CONFIG_DIRECTORY: folder }, window };
}
