import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openHistory } from '../../core/history/history.ts';
import { type Answers, commandSetup, pipe } from '../testing/setups.ts';

// Whole command lines with a service that gives these answers.

afterEach(() => {
  vi.unstubAllEnvs();
});

const ARGS = ['usage', '--base-url', 'https://api.example.com', '--api-key-stdin'];
const RANGE = ['--from', '2026-11-01', '--to', '2026-11-12'];

const LOG = { gpu_cost: 1, storage_cost: 0.2, network_cost: 0, total_cost: 1.2 };
const USAGE = {
  ...{ total_cost: 3.123_456_7, total_hours: 2.5 },
  logs: [
    { ...LOG, id: '1', vm_id: 'one', timestamp: '2026-11-01T00:00:00Z' },
    { ...LOG, id: '2', vm_id: 'one', timestamp: '2026-11-02T00:00:00Z' },
    { id: '3', vm_id: 'two', timestamp: '2026-11-02T12:00:00Z', total_cost: 0.723_456_7 },
  ],
  vm_breakdown: [
    { vm_id: 'two', vmid: 102, gpu_model: null, hours: 0.5, cost: 0.723_456_7 },
    { vm_id: 'one', vmid: 101, gpu_model: 'RTX 4090', hours: 2, cost: 2.4 },
  ],
};
const VMS = [{ id: 'one', instance_label: '=1+1 \u202e', status: 'running' }];

const answering = (usage: object, vms: () => Response = () => Response.json(VMS)): Answers => ({
  '/vms': vms,
  '/billing/usage': () => Response.json(usage),
});
const refuse = (status: number, detail: string) => () => Response.json({ detail }, { status });

async function run(options: readonly string[], answers: Answers = answering(USAGE)) {
  const setup = await commandSetup(answers);
  const result = await setup.run([...ARGS, ...RANGE, ...options], pipe('canary'));
  expect(result.out + result.errors).not.toContain('canary');
  return { ...result, requests: setup.requests };
}

test('prints one JSON object with exactly the figures of the service', async () => {
  const { exitCode, out, errors, requests } = await run(['--json']);
  expect([exitCode, errors]).toEqual([0, '']);
  expect(requests).toEqual(['GET /billing/usage']);
  expect(JSON.parse(out)).toEqual({
    accounts: [
      {
        ...{ id: 'command-line', name: 'example', label: 'api.example.com', provider: 'rental' },
        ...{ from: '2026-11-01', to: '2026-11-12' },
        ...{ periodFrom: null, periodTo: null, totalCost: 3.123_456_7, totalHours: 2.5 },
        vms: [
          {
            ...{ vmId: 'one', vmid: 101, gpuModel: 'RTX 4090', hours: 2, cost: 2.4 },
            ...{ gpuCost: 2, storageCost: 0.4, networkCost: 0 },
            ...{ gpuHours: null, storageGb: null, networkBytes: null },
          },
          {
            ...{ vmId: 'two', vmid: 102, gpuModel: null, hours: 0.5, cost: 0.723_456_7 },
            ...{ gpuCost: null, storageCost: null, networkCost: null },
            ...{ gpuHours: null, storageGb: null, networkBytes: null },
          },
        ],
        days: [
          { date: '2026-11-01', cost: 1.2 },
          { date: '2026-11-02', cost: 1.923_457 },
        ],
      },
    ],
  });
});

test('prints a row per VM for spreadsheets, with its label if the key may read VMs', async () => {
  const { out } = await run(['--csv']);
  expect(out.split('\r\n')).toEqual([
    'account,from,to,vm_id,vmid,name,gpu_model,hours,gpu_cost,storage_cost,network_cost,cost,gpu_hours,storage_gb,network_bytes,period_from,period_to',
    "example,2026-11-01,2026-11-12,one,101,'=1+1,RTX 4090,2,2,0.4,0,2.4,,,,,",
    'example,2026-11-01,2026-11-12,two,102,vm-102,,0.5,,,,0.7234567,,,,,',
    '',
  ]);
  const forbidden = await run(['--csv'], answering(USAGE, refuse(403, 'Scope billing_only')));
  expect([forbidden.exitCode, forbidden.errors]).toEqual([0, '']);
  expect(forbidden.out).toContain(',one,101,vm-101,');
});

test('prints a table, and what does not agree', async () => {
  const { exitCode, out, errors } = await run([], answering({ ...USAGE, total_cost: 4 }));
  expect([exitCode, errors]).toEqual([0, '']);
  expect(out.split('\n')).toEqual([
    'example  2026-11-01 to 2026-11-12 (UTC)',
    '  $4.00   2.5 h',
    '  VM      MODEL     HOURS  GPU $  DISK $  TOTAL $',
    '  =1+1    RTX 4090    2.0   2.00    0.40     2.40',
    '  vm-102  —           0.5      —       —     0.72',
    '  The VMs add up to $3.12, the total is $4.00.',
    '  The days add up to $3.12, the total is $4.00.',
    '',
  ]);
  const json = await run(['--json'], answering({ ...USAGE, total_cost: 4 }));
  expect(json.errors).toBe(
    'The VMs add up to $3.12, the total is $4.00.\nThe days add up to $3.12, the total is $4.00.\n',
  );
});

test('has how much each VM used where the log says it in JSON and CSV', async () => {
  const used = { gpu_seconds: 5_400, storage_gb: 100, network_bytes: 6_200_000_000 };
  const logs = USAGE.logs.map((log) => (log.vm_id === 'one' ? { ...log, ...used } : log));
  const answers = answering({ ...USAGE, logs: [...logs, logs[0]] });
  const note = 'Repeated, outside this period or unreadable: 1 entry.';
  const table = await run([], answers);
  expect(table.out.split('\n').slice(2)).toEqual([
    '  VM      MODEL     HOURS  GPU $  DISK $  TOTAL $',
    '  =1+1    RTX 4090    2.0   2.00    0.40     2.40',
    '  vm-102  —           0.5      —       —     0.72',
    `  ${note}`,
    '',
  ]);
  const json = await run(['--json'], answers);
  expect(json.errors).toBe(`${note}\n`);
  expect(JSON.parse(json.out).accounts[0].vms).toMatchObject([
    { vmId: 'one', gpuCost: 2, gpuHours: 3, storageGb: 100, networkBytes: 12_400_000_000 },
    { vmId: 'two', gpuHours: null, storageGb: null, networkBytes: null },
  ]);
  const csv = await run(['--csv'], answers);
  expect(csv.out).toContain(',2,0.4,0,2.4,3,100,12400000000,,\r\n');
  expect(csv.errors).toBe(`${note}\n`);
});

test('says which period the figures are of where it is not the requested one', async () => {
  const period = { period_start: '2026-11-01T00:00:00Z', period_end: '2026-11-07T23:59:59Z' };
  const answers = answering({ ...USAGE, ...period });
  const note =
    'The service reports figures for 2026-11-01 to 2026-11-07, not for the requested days.';
  const table = await run([], answers);
  expect(table.out).toMatch(/^example {2}2026-11-01 to 2026-11-07 \(UTC\)\n/);
  expect(table.out).toContain(`\n  ${note}\n`);
  const json = await run(['--json'], answers);
  expect(json.errors).toBe(`${note}\n`);
  expect(JSON.parse(json.out).accounts).toMatchObject([
    {
      ...{ from: '2026-11-01', to: '2026-11-12' },
      ...{ periodFrom: '2026-11-01', periodTo: '2026-11-07' },
    },
  ]);
});

test('a table of long names and large amounts fits 80 columns', async () => {
  const vm_breakdown = ['one', 'two'].map((vm_id) => ({
    ...{ vm_id, vmid: 101, gpu_model: 'g'.repeat(50), hours: 123_456.7, cost: 123_456_789.12 },
  }));
  const logs = [{ vm_id: 'one', gpu_cost: 123_456_789, storage_cost: 123_456, network_cost: 1e6 }];
  const vms = () => Response.json([{ id: 'one', instance_label: '学習'.repeat(30), status: 'x' }]);
  const { out } = await run([], answering({ ...USAGE, vm_breakdown, logs }, vms));
  const [, , ...lines] = out.split('\n');
  expect(lines[1]).toMatch(/^ {2}学習.*… .* 123,456,789\.12$/);
  for (const line of lines) expect(line.replace(/[^ -~…—]/g, '..').length).toBeLessThanOrEqual(80);
});

test.each<[string, Answers[string], number, string]>([
  [
    'refused',
    refuse(403, 'Scope vms_only'),
    3,
    'Permission denied: Scope vms_only. Use an API key that can read billing.\n',
  ],
  [
    'failing',
    refuse(500, 'canary'),
    4,
    'The service returned an error (HTTP 500): [redacted]. Try again later.\n',
  ],
])('a report that is %s is one message and its exit code', async (_, answer, exitCode, errors) => {
  const answers = { '/vms': () => Response.json([]), '/billing/usage': answer };
  for (const format of [[], ['--json'], ['--csv']])
    expect(await run(format, answers)).toMatchObject({ exitCode, out: '', errors });
});

test('asks for the days of its range', async () => {
  const queries: string[] = [];
  const usage = (request: Request) => {
    queries.push(new URL(request.url).search);
    return Response.json(USAGE);
  };
  const setup = await commandSetup({ '/billing/usage': usage });
  await setup.run([...ARGS, '--json', '--to', '2025-12-24'], pipe('key'));
  expect(queries).toEqual(['?start_date=2025-12-01&end_date=2025-12-24']);
});

test('--check names what was billed and not measured', async () => {
  const logs = USAGE.logs.map((log) => ({ ...log, timestamp: '2025-11-01T00:00:00Z' }));
  const setup = await commandSetup(answering({ ...USAGE, logs }));
  const range = ['--from', '2025-11-01', '--to', '2025-11-02'];
  const check = (more: readonly string[]) =>
    setup.run([...ARGS, ...range, '--check', ...more], pipe('key'));
  expect((await check([])).out).toContain('\n  Not compared: no rates were recorded for');
  expect(JSON.parse((await check(['--json'])).out).accounts).toMatchObject([{ check: null }]);
  expect((await check(['--csv'])).errors).toContain('Use either --check or --csv');

  // The first VM at $0.10/h for a day, as it was billed.
  await mkdir(setup.settingsFolder, { recursive: true });
  const history = openHistory(join(setup.settingsFolder, 'history.db'));
  onTestFinished(() => history.close());
  const day = Date.UTC(2025, 10, 1);
  const rates = new Map([
    ['', 0.1],
    ['one', 0.1],
  ]);
  for (let at = day; at <= day + 86_400_000; at += 300_000)
    history.record([{ source: 'command-line', at, rates }], []);
  expect((await check([])).out.split('\n').slice(-4)).toEqual([
    '  Measured $2.40, no data for 24 h.',
    '  Billed and measured differ, 2025-11-01 to 2025-11-02 (UTC):',
    '    2025-11-01  vm-102: billed $0.72, but not listed until then',
    '',
  ]);
  const { accounts } = JSON.parse((await check(['--json'])).out);
  expect(accounts[0].check).toEqual({
    measured: { cost: 2.4, missingHours: 24 },
    ...{ comparedFrom: '2025-11-01', comparedTo: '2025-11-02' },
    differences: [
      {
        ...{ vmId: 'two', date: '2025-11-01', kind: 'unknownVm' },
        ...{ billed: 0.723_456_7, measured: 0, missingHours: 0 },
      },
    ],
  });
});
