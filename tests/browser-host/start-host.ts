import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { z } from 'zod';
import {
  type HostCommand,
  type HostState,
  hostStateSchema,
  type TrafficMessage,
  trafficSchema,
} from './host-state.ts';
import { decodeClone, encodeClone } from './wire/clone.ts';
import type { HostMessage, PageMessage } from './wire/messages.ts';

/** A browser host in a child process. */
export interface BrowserHost {
  /** Open it in a browser to see the app's window. */
  readonly url: string;
  readonly control: string;
  /** Of its process. */
  readonly pid: number;
  state(): Promise<HostState>;
  traffic(): Promise<readonly TrafficMessage[]>;
  /** Resolves to the command's result; rejects with the host's error message. */
  perform(command: HostCommand): Promise<Readonly<Record<string, unknown>>>;
  /** Resolves with the exit code when the process has ended. */
  readonly ended: Promise<number | null>;
  /** Everything printed so far. */
  output(): string;
  /** Quits the app and resolves to the exit code. May be called again. */
  close(): Promise<number | null>;
}

/** What it imitates. */
export interface DesktopOptions {
  /** Defaults to X11. */
  readonly like?: 'x11' | 'wayland';
  /** Pixels per DIP of the primary display; defaults to 1. */
  readonly scale?: number;
  /** Defaults to 1. */
  readonly screens?: number;
}

export interface StartOptions extends DesktopOptions {
  /** The folder of the app's package.json; defaults to the project's. */
  readonly app?: string;
  readonly userData: string;
  readonly port?: number;
  /** Defaults to true. */
  readonly isOnline?: boolean;
  readonly env?: Readonly<NodeJS.ProcessEnv>;
  /** Receives what the app prints, its message boxes included. */
  readonly onPrinted?: (text: string) => void;
}

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const greetingSchema = z.strictObject({ url: z.url(), control: z.url() });
const failureSchema = z.object({ error: z.string() });
const answerSchema = z.record(z.string(), z.unknown());

async function firstLine(child: ChildProcess, output: () => string): Promise<string> {
  if (child.stdout === null) throw new Error('The host has no standard output');
  const lines = createInterface({ input: child.stdout });
  const line = once(lines, 'line').then(([text]) => String(text));
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`The browser host ended with ${String(code)}: ${output()}`);
  });
  return Promise.race([line, ended]);
}

/** Starts the app without Electron. Rejects with its output when it does not start. */
export async function startBrowserHost(options: StartOptions): Promise<BrowserHost> {
  const args = [MAIN, '--user-data', options.userData, '--port', String(options.port ?? 0)];
  if (options.app !== undefined) args.push('--app', options.app);
  if (options.isOnline === false) args.push('--offline');
  for (const name of ['like', 'scale', 'screens'] as const)
    if (options[name] !== undefined) args.push(`--${name}`, String(options[name]));
  const child = spawn(process.execPath, args, {
    env: options.env ?? process.env,
    // The channel tells the host when this process has ended.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    options.onPrinted?.(text);
  });
  const closed = once(child, 'close').then(() => child.exitCode);
  const { pid = 0 } = child;
  const { url, control } = greetingSchema.parse(JSON.parse(await firstLine(child, () => printed)));
  const read = async (address: string): Promise<unknown> => (await fetch(address)).json();
  return {
    ...{ url, control, pid },
    state: async () => hostStateSchema.parse(await read(control)),
    traffic: async () => trafficSchema.parse(await read(`${control}/traffic`)),
    async perform(command) {
      const response = await fetch(control, { method: 'POST', body: JSON.stringify(command) });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(failureSchema.parse(answer).error);
      return answerSchema.parse(answer);
    },
    ended: closed,
    output: () => printed,
    async close() {
      if (child.exitCode === null) child.kill('SIGTERM');
      return closed;
    },
  };
}

/** Opens the window and its socket, as a browser would. */
async function openSocket(url: string): Promise<WebSocket> {
  const html = await (await fetch(url)).text();
  const [, document] = /\/preload\/([0-9a-f]+)\.js"/.exec(html) ?? [];
  if (document === undefined) throw new Error('The page has no preload');
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}ipc/${document}`, {
    origin: new URL(url).origin,
  });
  await once(socket, 'open');
  return socket;
}

/**
 * Invokes a channel of the app in place of its panel, under the same checks. Resolves to the response, refusals included.
 *
 * @param url of the host
 * @throws Electron's error message when the handler throws
 */
export async function askApp(url: string, channel: string, input: unknown): Promise<unknown> {
  const socket = await openSocket(url);
  try {
    const answer = new Promise<unknown>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('The app has ended')));
      socket.on('message', (data) => {
        const message: HostMessage = JSON.parse(String(data));
        if (message.type === 'reply') resolve(decodeClone(message.value));
        if (message.type === 'failure') reject(new Error(message.message));
      });
    });
    const request: PageMessage = { type: 'invoke', id: 0, channel, args: encodeClone([input]) };
    socket.send(JSON.stringify(request));
    return await answer;
  } finally {
    socket.terminate();
  }
}
