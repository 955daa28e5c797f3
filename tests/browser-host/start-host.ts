import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  type HostCommand,
  type HostState,
  hostStateSchema,
  type TrafficMessage,
  trafficSchema,
} from './host-state.ts';

/** A browser host in a process of its own. */
export interface BrowserHost {
  /** For a browser: the app's window, opened if need be. */
  readonly url: string;
  readonly control: string;
  state(): Promise<HostState>;
  traffic(): Promise<readonly TrafficMessage[]>;
  /** Rejects with the host's words when it cannot be done. Answers what the command tells. */
  perform(command: HostCommand): Promise<Readonly<Record<string, unknown>>>;
  /** Resolves with the exit code when the app has ended, whoever ended it. */
  readonly ended: Promise<number | null>;
  /** What the app has printed. */
  output(): string;
  /** Quits the app and answers the exit code. May be called again. */
  close(): Promise<number | null>;
}

export interface StartOptions {
  /** The folder of the app's package.json; by default the project's. */
  readonly app?: string;
  readonly userData: string;
  readonly port?: number;
  /** By default it is. */
  readonly isOnline?: boolean;
  readonly env?: Readonly<NodeJS.ProcessEnv>;
  /** Gets what the app prints, as it comes: its questions to whoever sits there, too. */
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

/** Starts the app without Electron. Rejects with what it printed when it does not start. */
export async function startBrowserHost(options: StartOptions): Promise<BrowserHost> {
  const args = [MAIN, '--user-data', options.userData, '--port', String(options.port ?? 0)];
  if (options.app !== undefined) args.push('--app', options.app);
  if (options.isOnline === false) args.push('--offline');
  const child = spawn(process.execPath, args, {
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    options.onPrinted?.(text);
  });
  const closed = once(child, 'close').then(() => child.exitCode);
  const { url, control } = greetingSchema.parse(JSON.parse(await firstLine(child, () => printed)));
  const read = async (address: string): Promise<unknown> => (await fetch(address)).json();
  return {
    url,
    control,
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
