import { describe, expect, it, vi } from 'vitest';
import type { AccountClient } from '../../src/core/accounts/index.ts';
import { gpuTray, newUser, PATIENCE_MS, statusWithKey } from './command-line.ts';
import { keyClient, simulate } from './fixtures.ts';
import { onlyAccount, statusObject } from './status-object.ts';

vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

/** $/h by VM id, as the service says it. */
async function billedBy(client: AccountClient) {
  const { vms } = await client.currentSpend(new AbortController().signal);
  return new Map(vms.map(({ vmId, totalPerHour }) => [vmId, totalPerHour]));
}

describe('status --json', () => {
  it('prints exactly one object with exactly the promised keys, and the figures of the service', async () => {
    const sim = await simulate({ vms: 12 });
    const { code, stdout, stderr } = await statusWithKey(sim, await newUser(), ['--json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toHaveLength(2);
    const { totals } = statusObject(stdout);
    const account = onlyAccount(stdout);
    expect(account).toMatchObject({ status: 'live', problem: null, skipped: 0 });
    const records = sim.control.vms();
    const billed = await billedBy(keyClient(sim));
    expect(account.vms).toEqual(
      records.map((record) => ({
        id: record.id,
        vmid: record.vmid,
        label: record.instance_label ?? `vm-${record.vmid}`,
        status: record.status,
        gpuType: record.gpu_type,
        gpuCount: record.gpu_count,
        ipAddress: record.ip_address,
        createdAt: record.created_at,
        ratePerHour: record.hourly_rate,
        billedPerHour: billed.get(record.id) ?? null,
        // The service is on this machine, so its VMs may be.
        ssh:
          record.status === 'destroyed' || record.ip_address === null
            ? null
            : expect.stringMatching(
                `^ssh -o 'HostKeyAlias gpu-tray-vm-${record.id}' .* ${record.ip_address}$`,
              ),
      })),
    );
    const running = records.filter((record) => record.status === 'running').length;
    expect(totals).toEqual({ running, ratePerHour: account.spend?.perHour });
    expect(account.spend).toMatchObject({ runningVms: running });
  });

  it('takes email and password as well', async () => {
    const sim = await simulate({ vms: 3 });
    const { email, password } = sim.credentials[0];
    const args = ['status', '--json', '--base-url', sim.baseUrl, '--email', email];
    const options = { env: await newUser(), input: password };
    const { code, stdout } = await gpuTray([...args, '--password-stdin'], options);
    expect(code).toBe(0);
    expect(onlyAccount(stdout)).toMatchObject({ label: email, status: 'live' });
  });

  it('an unknown status, null figures, a broken record and hostile text', async () => {
    const sim = await simulate({ vms: 6 });
    const [odd = '', hostile = '', broken = '', number = ''] = sim.control.vms().map((vm) => vm.id);
    sim.control.setVm(odd, { status: 'hibernating', hourly_rate: null, vmid: 'x', gpu_count: {} });
    const instance_label = '\u001b[2Jgone\nProxyCommand evil\u202e';
    sim.control.setVm(hostile, { instance_label, ip_address: '-oProxyCommand=evil' });
    sim.control.breakVm(broken, 'wrong-types');
    sim.control.setVm(number, { ip_address: '2130706433' });
    const env = await newUser();
    const { code, stdout, stderr } = await statusWithKey(sim, env, ['--json']);
    expect([code, stderr]).toEqual([0, '']);
    const { vms, skipped } = onlyAccount(stdout);
    const find = (id: string) => vms.find((vm) => vm.id === id);
    expect(skipped).toBe(1);
    expect(vms).toHaveLength(5);
    expect(find(odd)).toMatchObject({
      status: 'hibernating',
      ratePerHour: null,
      vmid: null,
      gpuCount: null,
    });
    expect(find(hostile)).toMatchObject({ ipAddress: '-oProxyCommand=evil', ssh: null });
    expect(find(hostile)?.label).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(find(number)).toMatchObject({ ipAddress: '2130706433', ssh: null });

    const table = await statusWithKey(sim, env);
    expect(table.code).toBe(0);
    // Nothing of it moves the cursor or starts a line of its own.
    expect(table.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(table.stdout.split('\n').some((line) => line.startsWith('ProxyCommand'))).toBe(false);
    expect(table.stdout).toContain('? hibernating');
    expect(table.stdout).toContain('1 could not be read');
  });

  it('an address leads to a command only when it is one', async () => {
    const leads: readonly (readonly [string, string | null])[] = [
      ['127.0.0.1', 'ssh … 127.0.0.1'],
      ['203.0.113.7', 'ssh … 203.0.113.7'],
      ['2001:db8::7', 'ssh … 2001:db8::7'],
      ['fe80::1%eth0', null],
      ['%h', null],
      ['*', null],
      ['0.0.0.0', null],
      ['255.255.255.255', null],
      ['host.example', null],
      ['203.0.113.7 -oProxyCommand=x', null],
      ['', null],
    ];
    const sim = await simulate({ vms: 0 });
    for (const [ip_address] of leads.toReversed())
      sim.control.setVm(sim.control.createVm().id, { ip_address });
    const { stdout } = await statusWithKey(sim, await newUser(), ['--json']);
    const ends = (command: string | null) => command?.replace(/^ssh .* /, 'ssh … ') ?? null;
    expect(onlyAccount(stdout).vms.map((vm) => [vm.ipAddress, ends(vm.ssh)])).toEqual(leads);
  });
});

describe('the table', () => {
  it('shows account, spend and every VM that is not destroyed', async () => {
    const sim = await simulate({ vms: 12 });
    const { code, stdout, stderr } = await statusWithKey(sim, await newUser());
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/up to date, updated \d+ s ago/);
    expect(stdout).toMatch(/\$[\d,.]+\/h {3}\$[\d,.]+\/day {3}\$[\d,.]+\/month/);
    for (const vm of sim.control.vms()) {
      const name = vm.instance_label ?? `vm-${vm.vmid}`;
      const isShown = stdout.split('\n').some((line) => line.includes(` ${name} `));
      expect(isShown, `${name}, ${vm.status}`).toBe(vm.status !== 'destroyed');
    }
    expect(stdout).not.toContain('\u001b');
  });

  it('says that there are none', async () => {
    const sim = await simulate({ vms: 0 });
    const { code, stdout } = await statusWithKey(sim, await newUser());
    expect(code).toBe(0);
    expect(stdout).toContain('No VMs.');
  });
});

describe('a lot of output', () => {
  it('ten thousand VMs are printed to the end', async () => {
    const sim = await simulate({ vms: 10_000 });
    const { code, stdout } = await statusWithKey(sim, await newUser(), ['--json']);
    expect(code).toBe(0);
    expect(onlyAccount(stdout).vms).toHaveLength(10_000);
  });
});
