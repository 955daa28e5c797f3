import { readdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Session } from './desktop.ts';
import { until } from './processes.ts';

/** A window of kitty, the one terminal that a test can read and type into. */
export interface KittyWindow {
  /** Its text, once that contains `part`. */
  text(part: string): Promise<string>;
  /** Types these characters. */
  type(keys: string): Promise<void>;
}

const END = '\u001b\\';

/** Over its remote control protocol, since each `kitty @` starts Python for a second. @returns the answer */
async function control(path: string, cmd: string, payload: object): Promise<string> {
  const socket = connect(path).setEncoding('utf8');
  socket.end(`\u001bP@kitty-cmd${JSON.stringify({ cmd, version: [0, 26, 0], payload })}${END}`);
  let answer = '';
  for await (const text of socket) answer += text;
  // Not every command is answered.
  if (answer === '') return '';
  const { ok, data, error } = JSON.parse(answer.slice(answer.indexOf('{'), -END.length));
  if (ok !== true) throw new Error(`kitty ${cmd}: ${error}`);
  return data ?? '';
}

/** The environment in which kitty listens to a test; `window` connects to the kitty started in it. */
export async function listeningKitty({ env, folder }: Session) {
  // kitty appends its process id to the name.
  const lines = ['allow_remote_control yes', `listen_on unix:${join(folder, 'kitty-socket')}`];
  await writeFile(join(folder, 'kitty.conf'), lines.join('\n'));

  async function window(): Promise<KittyWindow> {
    const name = await until('kitty listens', async () => {
      const names = await readdir(folder);
      return names.find((candidate) => candidate.startsWith('kitty-socket-')) ?? null;
    });
    const socket = join(folder, name);
    return {
      text: (part) =>
        until(`kitty shows ${part}`, async () => {
          const text = await control(socket, 'get-text', {});
          return text.includes(part) ? text : null;
        }),
      async type(keys) {
        const data = `base64:${Buffer.from(keys).toString('base64')}`;
        await control(socket, 'send-text', { data });
      },
    };
  }
  return { env: { ...env, KITTY_CONFIG_DIRECTORY: folder }, window };
}
