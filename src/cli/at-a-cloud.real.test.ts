import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../core/files/testing/temporary-folder.ts';
import { STOPPED, sentPod } from '../core/providers/runpod/testing/pods.ts';
import { type Answers, commandSetup, pipe } from './testing/setups.ts';

// Whole command lines at a provider without figures of the account and without a balance.

afterEach(() => {
  vi.unstubAllEnvs();
});

const TOTALS = {
  ...{ podGpuAmount: 19, podCpuAmount: 0, podDiskAmount: 0.3, totalAmount: 42.34 },
  ...{ serverlessGpuAmount: 12.6, serverlessCpuAmount: 0, serverlessDiskAmount: 0 },
  ...{ serverlessFeeAmount: 1.25, endpointAmount: 0 },
  ...{ storageStandardAmount: 2, storageHighPerformanceAmount: 0.5 },
};
const QUERY = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z' };
const RECORD = { podId: 'pod1', startTime: '2026-01-01T00:00:00Z', gpuAmount: 19, cpuAmount: 0 };

const answering = (...pods: readonly object[]): Answers => ({
  '/v2/pods': () => Response.json({ pods }),
  '/v2/billing': () => Response.json({ metadata: { totals: TOTALS, query: QUERY } }),
  '/v2/billing/pods': () =>
    Response.json({ records: [{ ...RECORD, diskAmount: 0.3, totalAmount: 19.3 }] }),
});

async function run(argv: readonly string[], ...pods: readonly object[]) {
  const setup = await commandSetup(answering(...pods));
  const result = await setup.run(
    [...argv, '--provider', 'runpod', '--api-key-stdin'],
    pipe('a-key'),
  );
  return { ...result, requests: setup.requests };
}

const stopped = sentPod({ ...STOPPED, id: 'pod2', name: 'old' });
const unknown = sentPod({ ...STOPPED, id: 'pod3', name: 'bare', mounts: null });

test('status is up to date, its rate the sum of its VMs and "≥" once', async () => {
  const { exitCode, out, errors } = await run(['status'], sentPod(), stopped, unknown);
  expect([exitCode, errors]).toEqual([0, '']);
  const lines = out.split('\n');
  expect(lines[0]).toMatch(/up to date/);
  expect(lines[1]).toBe('  ≥ $0.44/h   1 running');
  expect(lines[3]).toMatch(/running .* 0\.44 /);
  expect(lines[4]).toMatch(/stopped .* 0\.0055 /);
  expect(lines[5]).toMatch(/stopped .* — /);
  expect(out.match(/≥/g)).toHaveLength(1);
  expect(out).toMatch(/\nToday \$42\.34 /);
});

test('stop --idle stops what the app saw idle and the record still shows idle, and lists it first in status', async () => {
  const startedAt = '2026-04-01T12:00:00Z';
  const idle = { startedAt, gpu: { id: 'RTX 4090', count: 1 }, runtime: { gpus: [{ util: 0 }] } };
  const pods = [
    sentPod({ id: 'pod3', name: 'busy', cost: 9 }),
    sentPod({ ...idle, id: 'pod1', name: 'scratch' }),
    sentPod({ ...idle, id: 'pod2', name: 'bare', mounts: null }),
  ];
  const now = Date.UTC(2026, 5, 2);
  const record = (pod: object) => () => Response.json(pod);
  const answers = Object.fromEntries(pods.map((pod) => [`/v2/pods/${pod.id}`, record(pod)]));
  const setup = await commandSetup(
    {
      ...answering(...pods),
      ...answers,
      '/v2/pods/pod1/action': record(sentPod({ ...STOPPED, id: 'pod1' })),
    },
    now,
  );
  const key = ['--provider', 'runpod', '--api-key-stdin'];
  const seen = { at: now - 60_000, lowSince: now - 38 * 86_400_000, workedUntil: null, gpu: 0 };
  const vms = Object.fromEntries(
    ['pod1', 'pod2', 'pod3'].map((id) => [`command-line/${id}`, seen]),
  );
  await setup.writeSettings('{"version":1}');
  await writeFile(
    join(setup.settingsFolder, 'idle.json'),
    JSON.stringify({ at: now - 60_000, accounts: ['command-line'], idlePercent: 10, vms }),
  );
  const { out } = await setup.run(['status', ...key], pipe('a-key'));
  expect(out.match(/(◆ idle 38 d, GPU 0 %|● running) +\w+/g)).toEqual([
    ...[/bare$/, /scratch$/, /busy$/].map((name) => expect.stringMatching(name)),
  ]);
  const stop = await setup.run(['stop', '--idle', '--yes', ...key], pipe('a-key'));
  expect(stop).toMatchObject({ exitCode: 2, out: expect.stringContaining('the stop of scratch') });
  expect(stop.errors).toContain('Stopping bare erases everything on it');
  const sent = setup.requests.filter((request) => request.startsWith('POST'));
  expect(sent).toEqual(['POST /v2/pods/pod1/action']);
});

test('usage tells the part of VMs, in text and JSON', async () => {
  const range = ['--from', '2026-01-01', '--to', '2026-01-01'];
  const table = await run(['usage', ...range], sentPod());
  expect([table.exitCode, table.errors]).toEqual([0, '']);
  expect(table.out.split('\n').slice(1, 4)).toEqual([
    '  $42.34, of which VMs $19.30, serverless $13.85, network volumes $2.50',
    '  VM       GPU $  DISK $  TOTAL $',
    '  train-1  19.00    0.30    19.30',
  ]);
  const json = await run(['usage', ...range, '--json']);
  expect(JSON.parse(json.out).accounts).toMatchObject([
    { totalCost: 42.34, vmCost: 19.3, otherCosts: { serverless: 13.85, 'network volumes': 2.5 } },
  ]);
});

test('usage fails at a provider that tells none, but not beside others', async () => {
  const setup = await commandSetup({
    ...answering(sentPod()),
    '/api/v1/instances': () => Response.json({ data: [] }),
  });
  const usage = async (...accounts: readonly string[]) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'keys.json');
    const listed = accounts.map((provider) => ({ provider, apiKey: `${provider}-key` }));
    await writeFile(path, JSON.stringify({ accounts: listed }), { mode: 0o600 });
    vi.stubEnv('GPU_TRAY_CREDENTIALS_FILE', path);
    return setup.run(['usage', '--from', '2026-01-01', '--to', '2026-01-01']);
  };
  const said = 'Lambda doesn’t share past costs. See its console.\n';
  expect(await usage('lambda')).toEqual({ exitCode: 2, out: '', errors: said });
  const both = await usage('runpod', 'lambda');
  expect(both).toMatchObject({ exitCode: 0, errors: `Lambda: ${said}` });
  expect(both.out).toContain('$42.34, of which VMs $19.30');
});
