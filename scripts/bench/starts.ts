import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { manualClock, startSimulator } from '../../simulator/index.ts';
import {
  FIRST_PROVIDER,
  PROVIDER_IDS,
  type ProviderId,
} from '../../src/shared/providers/providers.ts';
import { compare, type Figures, type Measurement, summarize, withFolder } from './measure.ts';

const file = (name: string) => new URL(name, import.meta.url).href;
const REPORT = `--import=${file('./report-usage.mjs')}`;
const STAND_IN = `--import=${file('./use-stand-in.mjs')}`;

const usageSchema = z.strictObject({ 'ms CPU': z.number(), MB: z.number() });

interface Run {
  readonly args: readonly string[];
  readonly input?: string;
  readonly folder?: string;
  /** Where the main process ends. */
  readonly until?: 'tray' | 'started';
  readonly env?: Readonly<Record<string, string>>;
}

async function runNode(run: Run): Promise<Figures> {
  const { args, input = '', folder = '', until = 'tray', env = {} } = run;
  const started = performance.now();
  const child = spawn(process.execPath, [REPORT, ...args], {
    env: { ...process.env, ...env, GPU_TRAY_BENCH_FOLDER: folder, GPU_TRAY_BENCH_UNTIL: until },
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
  });
  const [, , , report] = child.stdio;
  if (report === null || report === undefined || !('read' in report))
    throw new Error('The process has no pipe for its report');
  child.stdin?.end(input);
  const [usage, [code]] = await Promise.all([text(report), once(child, 'exit')]);
  const ms = performance.now() - started;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { ms, ...usageSchema.parse(JSON.parse(usage)) };
}

const PROJECT = join(import.meta.dirname, '../..');

/** ms that each request takes at the clouds of `offers`. */
const REQUEST_MS = 300;

/** A simulated cloud of each provider, and the environment of a user with an account at each. @param delayMs of each request */
async function startClouds(folder: string, providers: readonly ProviderId[], delayMs = 0) {
  const clouds = await Promise.all(
    providers.map(async (provider) => {
      const cloud = await startSimulator({ provider, readsPerMinute: 1_000_000 }, manualClock());
      const fault = { kind: 'late-answer', ms: delayMs } as const;
      if (delayMs > 0) cloud.control.addFault({ path: '/', times: 1_000_000, fault });
      return { ...cloud, provider };
    }),
  );
  const [first, ...others] = clouds.map(({ provider, baseUrl, credentials }) => {
    const apiKey = credentials[0].apiKeys.read_write;
    return { provider, baseUrl, apiKey };
  });
  if (first === undefined) throw new Error('no provider');
  const accounts = [first, ...others] as const;
  const file = join(folder, `${providers.join()}.json`);
  await writeFile(file, JSON.stringify({ accounts }), { mode: 0o600 });
  return {
    accounts,
    env: { HOME: folder, XDG_CONFIG_HOME: folder, GPU_TRAY_CREDENTIALS_FILE: file },
    close: () => Promise.all(clouds.map((cloud) => cloud.close())),
  };
}

const RUNS = 5;
const CLI = 'bin/gpu-tray.mjs';

/** The command line, and the main process up to its tray icon, beside an empty process. @param history path of a large one */
async function startsIn(folder: string, history: string): Promise<readonly Measurement[]> {
  const usedFolder = join(folder, 'used');
  await mkdir(usedFolder);
  await copyFile(history, join(usedFolder, 'history.db'));
  const clouds = await startClouds(folder, PROVIDER_IDS, REQUEST_MS);
  const service = await startClouds(folder, [FIRST_PROVIDER]);
  const [{ baseUrl, apiKey: input }] = service.accounts;
  const status = [CLI, 'status', '--base-url', baseUrl, '--api-key-stdin'];
  const fetching = `await (await fetch('${baseUrl}')).text(); process.exit()`;
  const main = [STAND_IN, join(PROJECT, 'out/main/index.js')];
  const until = 'started';
  const offers = `gpu-tray offers, four providers, ${REQUEST_MS} ms a request`;
  const target = (name: string, run: Run) => ({ name, run: () => runNode(run) });
  try {
    return await compare(
      [
        target('empty Node process', { args: ['-e', ''] }),
        target('main process to its tray icon, without Electron', { args: main, folder }),
        target('main process until all is started', { args: main, folder, until }),
        target('the same with a history of 2 years', { args: main, folder: usedFolder, until }),
        target('gpu-tray --help', { args: [CLI, '--help'] }),
        target('gpu-tray --version', { args: [CLI, '--version'] }),
        target('one fetch, no more', { args: ['--input-type=module', '-e', fetching] }),
        target('gpu-tray status, 12 VMs', { args: status, input }),
        target(offers, { args: [CLI, 'offers'], env: clouds.env }),
      ],
      RUNS,
    );
  } finally {
    await Promise.all([service.close(), clouds.close()]);
  }
}

export const benchStarts = (history: string) => withFolder((folder) => startsIn(folder, history));

type Running = ChildProcessByStdio<null, Readable, null>;

/** V8 compiles what a poll runs after three minutes. */
const IDLE_MINUTES = 10;

/** `gpu-tray watch` beside an empty process and beside `status`, all with one credentials file. @param isLong with rows that wait */
async function watchIn(folder: string, isLong: boolean): Promise<readonly Measurement[]> {
  const clouds = await startClouds(folder, [FIRST_PROVIDER]);
  const env = { ...process.env, ...clouds.env };

  /** Runs it until then. @returns what `then` resolves to */
  async function during<T>(args: readonly string[], then: (child: Running) => Promise<T>) {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const result = await then(child);
    child.kill();
    await once(child, 'exit');
    return result;
  }
  const printing = (args: readonly string[], text: string) => async (): Promise<Figures> => {
    const started = performance.now();
    return during(args, async ({ stdout }) => {
      for await (const chunk of stdout) if (String(chunk).includes(text)) break;
      return { ms: performance.now() - started };
    });
  };
  /** Resident memory, by Linux. */
  const idle = (name: string, args: readonly string[]) =>
    during(args, async ({ pid, stdout }) => {
      stdout.resume();
      await sleep(IDLE_MINUTES * 60_000);
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      const kB = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
      return summarize(`${name} after ${IDLE_MINUTES} min`, 'MB', [kB / 1_024]);
    });

  try {
    const starts = await compare(
      [
        { name: 'gpu-tray status, 12 VMs', run: printing([CLI, 'status'], 'running') },
        {
          name: 'the first reading of gpu-tray watch',
          run: printing([CLI, 'watch'], 'Read: 12 VMs'),
        },
      ],
      RUNS,
    );
    if (!isLong || process.platform !== 'linux') return starts;
    // At the same time: they wait.
    const [empty, watch] = await Promise.all([
      idle('empty Node process', ['-e', 'setTimeout(() => {}, 1e9)']),
      idle('gpu-tray watch', [CLI, 'watch']),
    ]);
    return [...starts, ...[empty, watch].map((each) => ({ ...each, floor: empty.median }))];
  } finally {
    await clouds.close();
  }
}

export const benchWatch = (isLong: boolean) => withFolder((folder) => watchIn(folder, isLong));
