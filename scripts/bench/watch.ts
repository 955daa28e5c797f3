import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { manualClock, startSimulator } from '../../simulator/index.ts';
import { compare, type Figures, type Measurement, summarize } from './measure.ts';

const CLI = 'bin/gpu-tray.mjs';
const RUNS = 5;
/** V8 compiles what a poll runs after three minutes. */
const IDLE_MINUTES = 10;

async function end(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'exit');
}

/** `gpu-tray watch` beside an empty process and beside `status`, all with one credentials file. @param isLong with rows that wait */
export async function benchWatch(isLong: boolean): Promise<readonly Measurement[]> {
  const simulator = await startSimulator({ readsPerMinute: 1_000_000 }, manualClock());
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
  const credentials = join(folder, 'credentials.json');
  const apiKey = simulator.credentials[0].apiKeys.read_only;
  const accounts = [{ provider: 'rental', baseUrl: simulator.baseUrl, apiKey }];
  await writeFile(credentials, JSON.stringify({ accounts }), { mode: 0o600 });
  const env = {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    GPU_TRAY_CREDENTIALS_FILE: credentials,
  };
  const start = (args: readonly string[]) =>
    spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });

  /** Until it prints the text. */
  async function untilPrinted(args: readonly string[], text: string): Promise<Figures> {
    const started = performance.now();
    const child = start(args);
    for await (const chunk of child.stdout) if (String(chunk).includes(text)) break;
    const ms = performance.now() - started;
    await end(child);
    return { ms };
  }

  /** Resident memory, by Linux. */
  async function idle(name: string, args: readonly string[]): Promise<Measurement> {
    const child = start(args);
    child.stdout.resume();
    await sleep(IDLE_MINUTES * 60_000);
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    await end(child);
    const kB = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
    return summarize(`${name} after ${IDLE_MINUTES} min`, 'MB', [kB / 1_024]);
  }

  /** At the same time: they wait. */
  async function benchIdle(): Promise<readonly Measurement[]> {
    const [empty, watch] = await Promise.all([
      idle('empty Node process', ['-e', 'setTimeout(() => {}, 1e9)']),
      idle('gpu-tray watch', [CLI, 'watch']),
    ]);
    return [empty, watch].map((each) => ({ ...each, floor: empty.median }));
  }

  const first = [
    { name: 'gpu-tray status, 12 VMs', run: () => untilPrinted([CLI, 'status'], 'running') },
    {
      name: 'the first reading of gpu-tray watch',
      run: () => untilPrinted([CLI, 'watch'], 'Read: 12 VMs'),
    },
  ];
  try {
    const starts = await compare(first, RUNS);
    return isLong && process.platform === 'linux' ? [...starts, ...(await benchIdle())] : starts;
  } finally {
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}
