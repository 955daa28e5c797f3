import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readExposition } from '../../src/core/metrics/testing/read-exposition.ts';
import { newUser, start } from './command-line.ts';
import { freePort, simulate } from './fixtures.ts';

// `gpu-tray watch --metrics` as a process, scraped over HTTP.

/** A server with an account of a credentials file, and a VM that runs. */
async function server() {
  const simulator = await simulate({ vms: 0 });
  simulator.control.createVm({ status: 'running' });
  const env = await newUser();
  const path = join(env['HOME'] ?? '', 'credentials.json');
  const { baseUrl, credentials } = simulator;
  const account = { provider: 'rental', baseUrl, apiKey: credentials[0].apiKeys.read_only };
  await writeFile(path, JSON.stringify({ accounts: [account] }), { mode: 0o600 });
  return (metrics: string) =>
    start(['watch', '--credentials-file', path, '--metrics', metrics], { env });
}

test('serves what was read last, and ends with the command', async () => {
  const watch = await server();
  const address = `127.0.0.1:${await freePort()}`;
  const running = watch(address);
  // The version, the address of the metrics, and the first reading.
  await running.printed(3);
  expect(running.lines().join('\n')).toContain(`Metrics: http://${address}/metrics`);
  const scrape = () => fetch(`http://${address}/metrics`);
  const samples = readExposition(await (await scrape()).text());
  const ofAccount = Object.entries(samples).map(([name, value]) => [
    name.replace(/\{provider="rental",account="[^"]*"(,)?/, '{'),
    value,
  ]);
  expect(Object.fromEntries(ofAccount)).toMatchObject({
    'gpu_tray_up{}': 1,
    'gpu_tray_vms{phase="running"}': 1,
    'gpu_tray_vms_complete{}': 1,
    'gpu_tray_rate_dollars_per_hour{}': expect.any(Number),
    gpu_tray_all_rate_dollars_per_hour: expect.any(Number),
    gpu_tray_alerts_firing: 0,
    gpu_tray_auto_stops_due: 0,
    gpu_tray_messages_waiting: 0,
  });
  running.child.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
  await expect(scrape()).rejects.toThrow();
});
