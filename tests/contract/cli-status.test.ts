import { describe, expect, test } from 'vitest';
import { status } from './command-line.ts';
import { keyClient, simulate } from './fixtures.ts';
import { onlyAccount, statusObject } from './status-object.ts';

// `gpu-tray status` against the simulator, in this process. Starting it as a process is tested in cli-process.test.ts.

const camelCase = (name: string) =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('status --json', () => {
  test('prints one object with exactly the documented keys and the data of the service', async () => {
    const sim = await simulate({ vms: 12 });
    const { code, stdout, stderr } = await status(sim, ['--json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toHaveLength(2);
    const { totals } = statusObject(stdout);
    const account = onlyAccount(stdout);
    expect(account).toMatchObject({ status: 'live', problem: null, skipped: 0 });
    const records = sim.control.vms();
    const { vms } = await keyClient(sim).currentSpend(new AbortController().signal);
    const billed = new Map(vms.map((vm) => [vm.vmId, vm]));
    expect(account.vms).toEqual(
      records.map((record) => ({
        ...Object.fromEntries(
          Object.entries(record).map(([name, value]) => [camelCase(name), value]),
        ),
        label: record.instance_label ?? `vm-${record.vmid}`,
        alias: null,
        ratePerHour: record.hourly_rate,
        billedPerHour: billed.get(record.id)?.totalPerHour ?? null,
        gpuPerHour: billed.get(record.id)?.gpuPerHour ?? null,
        storagePerHour: billed.get(record.id)?.storagePerHour ?? null,
        networkPerHour: billed.get(record.id)?.networkPerHour ?? null,
        // Loopback addresses are valid, since the service is on loopback.
        ssh:
          record.status !== 'running' || record.ip_address === null
            ? null
            : `ssh ${record.ip_address}`,
      })),
    );
    const running = records.filter((record) => record.status === 'running').length;
    expect(totals).toEqual({
      ...{
        running,
        ratePerHour: account.spend?.perHour,
        isAtLeast: false,
        costProblem: null,
        costsAreAtLeast: false,
      },
      ...{ today: expect.any(Number), month: expect.any(Number), forecast: expect.any(Number) },
      ...{ perDay: account.spend?.perDay, perMonth: account.spend?.perMonth },
    });
    expect(account.spend).toMatchObject({ runningVms: running });
  });

  test('handles an unknown status, missing values, a broken record and hostile text', async () => {
    const sim = await simulate({ vms: 6 });
    const [odd = '', hostile = '', broken = ''] = sim.control.vms().map((vm) => vm.id);
    sim.control.setVm(odd, { status: 'hibernating', hourly_rate: null, vmid: 'x', gpu_count: {} });
    const instance_label = '\u001b[2Jgone\nProxyCommand evil\u202e';
    sim.control.setVm(hostile, { instance_label, ip_address: '-oProxyCommand=evil' });
    sim.control.setVm(broken, { id: 17 });
    const { code, stdout, stderr } = await status(sim, ['--json']);
    expect([code, stderr]).toEqual([0, '']);
    const { vms, skipped } = onlyAccount(stdout);
    const find = (id: string) => vms.find((vm) => vm.id === id);
    expect(skipped).toBe(1);
    expect(vms).toHaveLength(5);
    expect(find(odd)).toMatchObject({
      ...{ status: 'hibernating', ratePerHour: null, vmid: null, gpuCount: null },
    });
    expect(find(hostile)).toMatchObject({ ipAddress: '-oProxyCommand=evil', ssh: null });
    expect(find(hostile)?.label).not.toMatch(/\p{Cc}|\p{Cf}/u);

    const table = await status(sim);
    expect(table.code).toBe(0);
    expect(table.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(table.stdout.split('\n').some((line) => line.startsWith('ProxyCommand'))).toBe(false);
    expect(table.stdout).toContain('? hibernating');
    expect(table.stdout).toContain('One VM has data that GPU Tray can’t read.');
  });
});

test('billing only shows the spend and explains the missing VMs, with exit code 0', async () => {
  const sim = await simulate({ vms: 6 });
  const key = sim.credentials[0].apiKeys.billing_only;
  const table = await status(sim, [], key);
  expect([table.code, table.stderr]).toEqual([0, '']);
  expect(table.stdout).toContain('This key can only see billing');
  expect(table.stdout).toMatch(/\$[\d,.]+\/h/);
  expect(table.stdout).not.toContain('No VMs');
  const account = onlyAccount((await status(sim, ['--json'], key)).stdout);
  expect(account).toMatchObject({ status: 'live', vms: [], problem: { kind: 'forbidden' } });
  expect(account.spend?.perHour).toBeGreaterThan(0);
  for (const { vmid } of account.spend?.vms ?? []) expect(table.stdout).toContain(`vm-${vmid} `);
  expect(account.spend?.vms).not.toEqual([]);
});

test('a rate limit, with the time of the next request', async () => {
  // Enough for the VMs or for the spend.
  const sim = await simulate({ readsPerMinute: 1 });
  const { code, stdout } = await status(sim, ['--json']);
  expect(code).toBe(4);
  const { problem } = onlyAccount(stdout);
  expect(problem?.kind).toBe('rateLimited');
  const inSeconds = (Date.parse(problem?.retryAt ?? '') - Date.now()) / 1000;
  expect(inSeconds).toBeLessThanOrEqual(60);
  expect(inSeconds).toBeGreaterThan(-60);
});
