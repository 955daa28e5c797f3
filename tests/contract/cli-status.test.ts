import { describe, expect, test } from 'vitest';
import type { FaultInput } from '../../simulator/index.ts';
import { runInProcess, status } from './command-line.ts';
import { keyClient, simulate } from './fixtures.ts';
import { onlyAccount, statusObject } from './status-object.ts';

// `gpu-tray status` against the simulator, in this process. Starting it as a process is tested in cli-process.test.ts.

const ONE_LINE = /^[^\n]+\.\n$/;

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

  test('accepts an email and password', async () => {
    const sim = await simulate({ vms: 3 });
    const { email, password } = sim.credentials[0];
    const args = ['status', '--json', '--base-url', sim.baseUrl, '--email', email];
    const { code, stdout } = await runInProcess([...args, '--password-stdin'], password);
    expect(code).toBe(0);
    expect(onlyAccount(stdout)).toMatchObject({ label: email, status: 'live' });
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

describe('the table', () => {
  test('shows account, spend and every VM that is not destroyed', async () => {
    const sim = await simulate({ vms: 12 });
    const { code, stdout, stderr } = await status(sim);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/up to date, updated \d+ s ago/);
    expect(stdout).toMatch(/\$[\d,.]+\/h {3}\$[\d,.]+\/day {3}\$[\d,.]+\/month/);
    for (const vm of sim.control.vms()) {
      const name = vm.instance_label ?? `vm-${vm.vmid}`;
      const isShown = stdout.split('\n').some((line) => line.includes(` ${name} `));
      expect(isShown, `${name}, ${vm.status}`).toBe(vm.status !== 'destroyed');
    }
  });
});

describe('the scope of an API key', () => {
  test('read-only is enough', async () => {
    const sim = await simulate({ vms: 6 });
    const run = await status(sim, ['--json'], sim.credentials[0].apiKeys.read_only);
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(onlyAccount(run.stdout)).toMatchObject({ status: 'live', problem: null });
    expect(onlyAccount(run.stdout).vms).toHaveLength(6);
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

  test('no scope at all: exit code 3', async () => {
    const sim = await simulate();
    sim.control.addFault({ path: '/', fault: { kind: 'status', status: 403 } });
    const { code, stdout, stderr } = await status(sim, ['--json']);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(ONE_LINE);
  });
});

describe('exit code 3: signed out', () => {
  test.each([[], ['--json']])('an unknown API key, on standard error (%s)', async (...options) => {
    const sim = await simulate();
    const message =
      'API key rejected (401): Missing or invalid authentication. Sign in again with a valid key.';
    const run = await status(sim, options, 'sim_live_unknown');
    expect(run).toEqual({ code: 3, stdout: '', stderr: `${message}\n` });
  });

  test.each(['status', 'login'])('%s with a wrong password', async (command) => {
    const sim = await simulate();
    const args = ['--base-url', sim.baseUrl, '--email', sim.credentials[0].email];
    const run = await runInProcess([command, ...args, '--password-stdin'], 'wrong\n');
    expect(run.code).toBe(3);
    expect(run.stderr).toBe(
      'Sign-in rejected (401): Incorrect email or password. Check your email and password before you try again.\n',
    );
  });

  test.each(['status', 'status --json', 'logout', 'ssh gpu-train-1'])(
    '%s without an account',
    async (line) => {
      const { code, stdout, stderr } = await runInProcess(line.split(' '));
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toMatch(/^No account is signed in\.[^\n]*\n$/);
    },
  );
});

describe('exit code 4: unreachable, rate limited or out of date', () => {
  test.each<[string, FaultInput['fault'], message: string]>([
    ['500', { kind: 'status', status: 500 }, 'The service returned an error'],
    ['a web page', { kind: 'html' }, 'The service URL returned a web page.'],
    ['another service', { kind: 'json', body: { hello: 'world' } }, 'Unexpected response to GET /'],
    ['a truncated response', { kind: 'cut-body' }, 'Failed to reach the service'],
  ])('%s: a message alone', async (_name, fault, message) => {
    const sim = await simulate();
    sim.control.addFault({ path: '/', fault });
    const { code, stdout, stderr } = await status(sim, ['--json']);
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr.startsWith(message)).toBe(true);
    expect(stderr).toMatch(ONE_LINE);
  });

  test('a web page for the VMs alone: also in JSON', async () => {
    const sim = await simulate();
    sim.control.addFault({ path: '/vms', fault: { kind: 'html' } });
    const { code, stdout, stderr } = await status(sim, ['--json']);
    expect(code).toBe(4);
    const { problem, ...account } = onlyAccount(stdout);
    expect(account).toMatchObject({ status: 'stale', vms: [] });
    expect(problem).toMatchObject({ kind: 'notTheService', retryAt: null });
    expect(stderr).toBe(`${problem?.message}\n`);
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

  test('only VMs or only spend: shows the other', async () => {
    const sim = await simulate({ vms: 4 });
    const spend = sim.control.addFault({ path: '/billing', fault: { kind: 'html' } });
    const onlyVms = await status(sim, ['--json']);
    expect(onlyVms.code).toBe(4);
    expect(onlyAccount(onlyVms.stdout)).toMatchObject({ status: 'stale', spend: null });
    expect(onlyAccount(onlyVms.stdout).vms).toHaveLength(4);
    expect(statusObject(onlyVms.stdout).totals.ratePerHour).toBeNull();

    spend.clear();
    sim.control.addFault({ path: '/vms', fault: { kind: 'html' } });
    const onlySpend = await status(sim, ['--json']);
    expect(onlySpend.code).toBe(4);
    expect(onlyAccount(onlySpend.stdout)).toMatchObject({ status: 'stale', vms: [] });
    expect(onlyAccount(onlySpend.stdout).spend?.perHour).toBeGreaterThan(0);
    expect(statusObject(onlySpend.stdout).totals.today).not.toBeNull();
  });
});
