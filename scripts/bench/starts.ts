import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { manualClock, startSimulator } from '../../simulator/index.ts';
import { compare, type Figures, type Measurement } from './measure.ts';

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
}

/** Elapsed time, CPU time and memory of a Node process. */
async function runNode({ args, input = '', folder = '', until = 'tray' }: Run): Promise<Figures> {
  const started = performance.now();
  const child = spawn(process.execPath, [REPORT, ...args], {
    env: { ...process.env, GPU_TRAY_BENCH_FOLDER: folder, GPU_TRAY_BENCH_UNTIL: until },
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

const RUNS = 15;

/**
 * The command line from start to end, and the main process up to its tray icon, beside an empty process.
 * @param history a large one
 */
export async function benchStarts(history: string): Promise<readonly Measurement[]> {
  const simulator = await startSimulator({ readsPerMinute: 1_000_000 }, manualClock());
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
  const usedFolder = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
  await copyFile(history, join(usedFolder, 'history.db'));
  const input = simulator.credentials[0].apiKeys.read_only;
  const cli = 'bin/gpu-tray.mjs';
  const status = [cli, 'status', '--base-url', simulator.baseUrl, '--api-key-stdin'];
  const fetching = `await (await fetch('${simulator.baseUrl}')).text(); process.exit()`;
  const main = [STAND_IN, join(import.meta.dirname, '../../out/main/index.js')];
  const until = 'started';
  const target = (name: string, run: Run) => ({ name, run: () => runNode(run) });
  try {
    return await compare(
      [
        target('empty Node process', { args: ['-e', ''] }),
        target('main process to its tray icon, without Electron', { args: main, folder }),
        target('main process until all is started', { args: main, folder, until }),
        target('the same with a history of 2 years', { args: main, folder: usedFolder, until }),
        target('gpu-tray --help', { args: [cli, '--help'] }),
        target('gpu-tray --version', { args: [cli, '--version'] }),
        target('one fetch, no more', { args: ['--input-type=module', '-e', fetching] }),
        target('gpu-tray status, 12 VMs', { args: status, input }),
      ],
      RUNS,
    );
  } finally {
    for (const used of [folder, usedFolder]) await rm(used, { recursive: true, force: true });
    await simulator.close();
  }
}
