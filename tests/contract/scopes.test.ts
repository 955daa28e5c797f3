import { describe, expect, it, vi } from 'vitest';
import { accountProblem, describeProblem, isBillingOnly } from '../../src/shared/domain/index.ts';
import { newUser, PATIENCE_MS, statusWithKey } from './command-line.ts';
import { keyClient, requestsTo, simulate, vmIds, watch } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';
import { onlyAccount } from './status-object.ts';

vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

const HOUR = 3_600_000;

type Scope = 'read_write' | 'read_only' | 'billing_only';

async function watched(scope: Scope | 'unknown') {
  const time = createSharedTime();
  const sim = await simulate({ vms: 6 }, time.simulatorClock);
  const keys = { ...sim.credentials[0].apiKeys, unknown: 'sim_live_of_nobody' };
  const client = keyClient(sim, { clock: time.clock, fetch: time.fetch }, keys[scope]);
  const account = watch(client, time.clock);
  await time.pass(0);
  return { time, sim, account, client };
}

async function status(scope: Scope | 'unknown', options: readonly string[] = []) {
  const sim = await simulate({ vms: 6 });
  const keys = { ...sim.credentials[0].apiKeys, unknown: 'sim_live_of_nobody' };
  return { sim, ...(await statusWithKey(sim, await newUser(), options, keys[scope])) };
}

describe('a key for everything, and one that may only read', () => {
  it.each(['read_write', 'read_only'] as const)('%s shows VMs and spend', async (scope) => {
    const { sim, account } = await watched(scope);
    expect(account.status()).toBe('live');
    expect(account.state().vms.value?.vms.map((vm) => vm.id)).toEqual(vmIds(sim));
    expect(account.state().spend.value?.perHour).toBeGreaterThan(0);

    const { code, stderr, stdout } = await status(scope, ['--json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(onlyAccount(stdout)).toMatchObject({ status: 'live', problem: null });
    expect(onlyAccount(stdout).vms).toHaveLength(6);
  });

  it('read_only may not rent, and is told so', async () => {
    const { client } = await watched('read_only');
    const order = client.createVm({
      node: 'vm01',
      gpuType: '5090',
      gpuCount: 1,
      storageGb: 50,
      templateVmid: 100,
      rental: { type: 'on_demand' },
      login: { method: 'ssh_key', sshKeyId: null },
    });
    await expect(order).rejects.toMatchObject({ problem: { kind: 'forbidden' } });
  });
});

describe('a key for billing only', () => {
  it('shows spend, says why there are no VMs, and does not ask for them again and again', async () => {
    const { time, sim, account } = await watched('billing_only');
    expect(account.status()).toBe('live');
    expect(account.problems()).toEqual(['forbidden', null]);
    expect(isBillingOnly(account.state())).toBe(true);
    expect(account.state().vms.value).toBeNull();
    expect(account.state().spend.value?.perHour).toBeGreaterThan(0);
    await time.pass(HOUR / 2);
    expect(requestsTo(sim, 'GET /vms')).toBe(1);
    expect(requestsTo(sim, 'GET /billing/current-spend')).toBeGreaterThan(30);
    await time.pass(HOUR);
    expect(requestsTo(sim, 'GET /vms')).toBe(2);
  });

  it('in the table', async () => {
    const { code, stdout, stderr } = await status('billing_only');
    // What the scope leaves out is no failure.
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/up to date, updated \d+ s ago/);
    expect(stdout).toMatch(
      /VMs are not shown: this credential can only read billing.*\. Use an API key/,
    );
    expect(stdout).toMatch(/\$[\d,.]+\/h/);
    expect(stdout).not.toContain('No VMs');
  });

  it('in JSON', async () => {
    const { code, stdout } = await status('billing_only', ['--json']);
    expect(code).toBe(0);
    const account = onlyAccount(stdout);
    expect(account).toMatchObject({ status: 'live', vms: [], problem: { kind: 'forbidden' } });
    expect(account.spend?.perHour).toBeGreaterThan(0);
  });
});

describe('a key that the service does not know', () => {
  it('signs out with a clear message, and is not tried again', async () => {
    const { time, sim, account } = await watched('unknown');
    expect(account.status()).toBe('signedOut');
    const problem = accountProblem(account.state());
    expect(problem && describeProblem(problem)).toEqual({
      short: 'API key rejected (401)',
      message: 'This API key was not accepted.',
      action: 'Check the key, or sign in with another one.',
    });
    sim.control.clearLog();
    await time.pass(24 * HOUR);
    expect(sim.control.state().requests.log).toEqual([]);
  });

  const MESSAGE = 'This API key was not accepted. Check the key, or sign in with another one.';

  it('in the table and on standard error', async () => {
    const { code, stdout, stderr } = await status('unknown');
    expect([code, stderr]).toEqual([3, `${MESSAGE}\n`]);
    expect(stdout).toContain('signed out');
  });

  it('in JSON', async () => {
    const { code, stdout, stderr } = await status('unknown', ['--json']);
    expect([code, stderr]).toEqual([3, `${MESSAGE}\n`]);
    expect(onlyAccount(stdout)).toMatchObject({
      status: 'signedOut',
      problem: { kind: 'unauthorized', message: MESSAGE, retryAt: null },
      vms: [],
      spend: null,
    });
  });
});
