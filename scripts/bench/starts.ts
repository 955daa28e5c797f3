import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { manualClock, startSimulator } from '../../simulator/index.ts';
import { PROVIDER_IDS } from '../../src/shared/providers/providers.ts';
import { compare, type Figures, type Measurement, summarize } from './measure.ts';

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

/** Size of the compile cache after each of five starts of an AppImage, which has another path each time. */
async function benchAppImage(): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
  const compiled = join(folder, 'compiled');
  const sizes: number[] = [];
  try {
    for (const mount of ['1', '2', '3', '4', '5'].map((name) => join(folder, name))) {
      await cp(join(PROJECT, 'out'), join(mount, 'out'), { recursive: true });
      await cp(join(PROJECT, 'package.json'), join(mount, 'package.json'));
      const args = [STAND_IN, join(mount, 'out/main/index.js')];
      await runNode({ args, folder, until: 'started', env: { APPIMAGE: '/x.AppImage' } });
      const names = await readdir(compiled, { recursive: true }).catch(() => []);
      const stats = await Promise.all(names.map((name) => stat(join(compiled, name))));
      sizes.push(stats.reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return summarize('compile cache over 5 starts of an AppImage', 'bytes', sizes);
}

/** ms that each request takes at the clouds of `offers`. */
const REQUEST_MS = 300;

/** A simulated cloud of each provider, and the file with an account at each. */
async function startClouds(folder: string) {
  const clouds = await Promise.all(
    PROVIDER_IDS.map(async (provider) => {
      const cloud = await startSimulator({ provider, readsPerMinute: 1_000_000 }, manualClock());
      const fault = { kind: 'late-answer', ms: REQUEST_MS } as const;
      cloud.control.addFault({ path: '/', times: 1_000_000, fault });
      return { ...cloud, provider };
    }),
  );
  const accounts = clouds.map(({ provider, baseUrl, credentials }) => {
    const apiKey = credentials[0].apiKeys.read_write;
    return { provider, baseUrl, apiKey };
  });
  const file = join(folder, 'credentials.json');
  await writeFile(file, JSON.stringify({ accounts }), { mode: 0o600 });
  return { file, close: () => Promise.all(clouds.map((cloud) => cloud.close())) };
}

const RUNS = 5;

/** The command line, and the main process up to its tray icon, beside an empty process. @param history path of a large one */
export async function benchStarts(history: string): Promise<readonly Measurement[]> {
  const simulator = await startSimulator({ readsPerMinute: 1_000_000 }, manualClock());
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
  const usedFolder = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
  await copyFile(history, join(usedFolder, 'history.db'));
  const input = simulator.credentials[0].apiKeys.read_only;
  const cli = 'bin/gpu-tray.mjs';
  const status = [cli, 'status', '--base-url', simulator.baseUrl, '--api-key-stdin'];
  const fetching = `await (await fetch('${simulator.baseUrl}')).text(); process.exit()`;
  const main = [STAND_IN, join(PROJECT, 'out/main/index.js')];
  const until = 'started';
  const clouds = await startClouds(folder);
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, GPU_TRAY_CREDENTIALS_FILE: clouds.file };
  const offers = `gpu-tray offers, four providers, ${REQUEST_MS} ms a request`;
  const target = (name: string, run: Run) => ({ name, run: () => runNode(run) });
  try {
    const starts = await compare(
      [
        target('empty Node process', { args: ['-e', ''] }),
        target('main process to its tray icon, without Electron', { args: main, folder }),
        target('main process until all is started', { args: main, folder, until }),
        target('the same with a history of 2 years', { args: main, folder: usedFolder, until }),
        target('gpu-tray --help', { args: [cli, '--help'] }),
        target('gpu-tray --version', { args: [cli, '--version'] }),
        target('one fetch, no more', { args: ['--input-type=module', '-e', fetching] }),
        target('gpu-tray status, 12 VMs', { args: status, input }),
        target(offers, { args: [cli, 'offers'], env }),
      ],
      RUNS,
    );
    return [...starts, await benchAppImage()];
  } finally {
    for (const used of [folder, usedFolder]) await rm(used, { recursive: true, force: true });
    await simulator.close();
    await clouds.close();
  }
}
