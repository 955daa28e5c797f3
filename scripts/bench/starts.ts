import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manualClock, startSimulator } from '../../simulator/index.ts';
import { startBrowserHost } from '../../tests/browser-host/index.ts';
import { type Measurement, measure } from './measure.ts';

async function runNode(args: readonly string[], input = ''): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(input);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
}

/** Starts the main process in the browser host until its panel can be opened, and quits. */
async function runApp(userData: string): Promise<void> {
  const host = await startBrowserHost({ userData });
  await host.close();
}

/** The command line from start to end, and an empty Node process in the same run. */
export async function benchStarts(): Promise<readonly Measurement[]> {
  const simulator = await startSimulator({ readsPerMinute: 1_000_000 }, manualClock());
  const userData = await mkdtemp(join(tmpdir(), 'gpu-tray-bench-'));
  const key = simulator.credentials[0].apiKeys.read_only;
  const status = ['bin/gpu-tray.mjs', 'status', '--base-url', simulator.baseUrl, '--api-key-stdin'];
  try {
    return [
      await measure('empty node process', 20, () => runNode(['-e', ''])),
      await measure('gpu-tray --help', 20, () => runNode(['bin/gpu-tray.mjs', '--help'])),
      await measure('gpu-tray status, 12 VMs', 20, () => runNode(status, key)),
      await measure('app, start and quit, in the browser host', 8, () => runApp(userData)),
    ];
  } finally {
    await rm(userData, { recursive: true, force: true });
    await simulator.close();
  }
}
