import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { manualClock, startSimulator } from '../../simulator/index.ts';
import { type Figures, type Open, openFolder, type Target } from './measure.ts';

const CLI = join(import.meta.dirname, '../../bin/gpu-tray.mjs');
const MAIN = join(import.meta.dirname, '../../out/main/index.js');
const REPORT = `--import=${new URL('./report-usage.mjs', import.meta.url).href}`;
const STAND_IN = `--import=${new URL('./electron-stand-in.mjs', import.meta.url).href}`;

const usageSchema = z.strictObject({ 'ms CPU': z.number(), MB: z.number() });

interface Run {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Until then it runs on; absent: it ends by itself. */
  readonly end?: (stdout: Readable) => Promise<unknown>;
}

async function runNode({ args, env = {}, end }: Run): Promise<Figures> {
  const started = performance.now();
  const child = spawn(process.execPath, [REPORT, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const [, , , report] = child.stdio;
  if (report === null || report === undefined || !('read' in report) || child.stdout === null)
    throw new Error('The process has no pipe for its report');
  const ended = Promise.all([text(report), once(child, 'exit')]);
  await end?.(child.stdout);
  child.stdout.resume();
  if (end !== undefined) child.kill();
  const [usage, [code]] = await ended;
  const ms = performance.now() - started;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { ms, ...usageSchema.parse(JSON.parse(usage)) };
}

const printed = (part: string) => async (stdout: Readable) => {
  for await (const chunk of stdout.iterator({ destroyOnReturn: false }))
    if (String(chunk).includes(part)) return;
};

/** V8 compiles what a poll runs after three minutes. */
const IDLE_MINUTES = 10;

const idle = async (stdout: Readable) => {
  stdout.resume();
  await sleep(IDLE_MINUTES * 60_000);
};

/** ms that each request takes at the clouds of `offers`. */
const REQUEST_MS = 300;
const PROVIDERS = ['rental', 'runpod', 'vast', 'lambda'] as const;

/** The environment of a user with an account at a simulated cloud of each provider. @param delayMs of each request */
async function startClouds(
  opened: AsyncDisposableStack,
  providers: readonly (typeof PROVIDERS)[number][],
  delayMs = 0,
) {
  const folder = await openFolder(opened);
  const accounts: object[] = [];
  for (const provider of providers) {
    const options = { provider, readsPerMinute: 1_000_000 };
    const { baseUrl, control, credentials, close } = await startSimulator(options, manualClock());
    opened.defer(close);
    const fault = { kind: 'late-answer', ms: delayMs } as const;
    if (delayMs > 0) control.addFault({ path: '/', times: 1_000_000, fault });
    accounts.push({ provider, baseUrl, apiKey: credentials[0].apiKeys.read_write });
  }
  const file = join(folder, 'credentials.json');
  await writeFile(file, JSON.stringify({ accounts }), { mode: 0o600 });
  return { HOME: folder, XDG_CONFIG_HOME: folder, GPU_TRAY_CREDENTIALS_FILE: file };
}

/** The command line, and the main process up to its tray icon, beside an empty process. */
export const open: Open = async (opened) => {
  // When it is first needed: an older simulator may have no such delay, and can run the other rows.
  let clouds: ReturnType<typeof startClouds> | undefined;
  const env = await startClouds(opened, ['rental']);
  const main = { args: [STAND_IN, MAIN] };
  const folder = { GPU_TRAY_BENCH_FOLDER: await openFolder(opened) };
  const target = (name: string, run: Run): Target => ({ name, run: () => runNode(run) });
  return [
    { ...target('empty Node process', { args: ['-e', ''] }), isFloor: true },
    target('main process to its tray icon, without Electron', { ...main, env: folder }),
    target('main process until all is started', {
      ...main,
      env: { ...folder, GPU_TRAY_BENCH_UNTIL: 'started' },
    }),
    target('gpu-tray --help', { args: [CLI, '--help'] }),
    target('gpu-tray status, 12 VMs', { args: [CLI, 'status'], env }),
    {
      name: `gpu-tray offers, four providers, ${REQUEST_MS} ms a request`,
      async run() {
        clouds ??= startClouds(opened, PROVIDERS, REQUEST_MS);
        return runNode({ args: [CLI, 'offers'], env: await clouds });
      },
    },
    target('gpu-tray watch to its first reading', {
      ...{ args: [CLI, 'watch'], env, end: printed('Read: 12 VMs') },
    }),
    {
      ...target(`gpu-tray watch for ${IDLE_MINUTES} min`, {
        ...{ args: [CLI, 'watch'], env, end: idle },
      }),
      isLong: true,
    },
  ];
};
