import { createServer } from 'node:http';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { Simulator } from '../../simulator/index.ts';
import { listen } from '../../src/core/providers/testing/server.ts';
import { CHECK_IDS, CHECK_STATES, type CheckId } from '../../src/shared/diagnostics/check.ts';
import { runInProcess, withKey } from './command-line.ts';
import { requestsTo, simulate } from './fixtures.ts';
import { keychainUser } from './users.ts';

// `gpu-tray doctor` against the simulator. The checks themselves are tested in src/core/app/checks.

afterEach(() => {
  vi.unstubAllEnvs();
});

/** The documented object of `doctor --json`: exactly these keys. */
const schema = z.strictObject({
  version: z.string().regex(/^\d/),
  system: z.string().min(1),
  checks: z.array(
    z.strictObject({
      id: z.enum(CHECK_IDS),
      subject: z.string().nullable(),
      state: z.enum(CHECK_STATES),
      detail: z.string().min(1),
      nextStep: z.string().min(1).nullable(),
    }),
  ),
});

type Target = Pick<Simulator, 'baseUrl'>;

async function doctor(service: Target, key: string, options: readonly string[] = ['--json']) {
  const args = ['doctor', ...withKey(service), ...options];
  const { code, stdout, stderr } = await runInProcess(args, `${key}\n`);
  const json = options.includes('--json') ? schema.parse(JSON.parse(stdout)) : null;
  const states = Object.fromEntries((json?.checks ?? []).map(({ id, state }) => [id, state]));
  const check = (id: CheckId) => json?.checks.find((one) => one.id === id);
  return { code, stdout, stderr, states, check };
}

describe('doctor', () => {
  test('finds a working service, and what a full key may read', async () => {
    const sim = await simulate({ vms: 3 });
    const { code, states, check, stderr } = await doctor(
      sim,
      sim.credentials[0].apiKeys.read_write,
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(states).toMatchObject({
      ...{ network: 'ok', service: 'ok', certificate: 'notApplicable' },
      ...{ scopes: 'ok', tray: 'unknown', updates: 'unknown' },
    });
    // The simulator has its own time.
    expect(check('clock')?.detail).toMatch(/^\d+ d (ahead of|behind) the provider’s clock\.$/);
    expect(check('scopes')?.detail).toBe('Can read VMs and spend.');
    expect(requestsTo(sim, 'GET /pricing')).toBe(1);
  });

  test('prints each check with its next step', async () => {
    const sim = await simulate({ vms: 1 });
    const { code, stdout } = await doctor(sim, sim.credentials[0].apiKeys.billing_only, []);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^GPU Tray \S+, \w+ .*\n\n/);
    expect(stdout).toMatch(/\n✓ Service {9}Responded in \d+ ms\.\n/);
    expect(stdout).toMatch(
      /\n! Permissions {5}Can read spend, but not VMs\. Permission denied: .*\.\n {18}→ To see VMs, /,
    );
    expect(stdout.match(/→ Open Diagnostics in the app\./g)).toHaveLength(1);
  });

  test('prints names and types of what the service answers, and nothing of a value', async () => {
    const sim = await simulate({ vms: 3 });
    const [vm = { id: '' }] = sim.control.vms();
    const secrets = { env: { LEAS_TOKEN: 'canary-1' }, jupyter_token: 'canary-2' };
    sim.control.setVm(vm.id, { ...secrets, status: 'HIBERNATED', instance_label: 'canary-3' });
    const key = sim.credentials[0].apiKeys.read_only;
    const args = ['doctor', ...withKey(sim), '--shapes'];
    const { code, stdout } = await runInProcess(args, key);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^GPU Tray \S+\nAccount 1: GPU rental service\nGET \/vms\n/);
    for (const line of [
      'answer[n]: object, other: 2',
      'answer[n].status: text, unknown words: HIBERNATED',
      'answer.total_per_hour: number',
    ])
      expect(stdout).toContain(`  ${line}\n`);
    const shown = [vm.id, 'canary', 'LEAS_TOKEN', 'jupyter', key, '127.0.0.1'];
    for (const value of shown) expect(stdout).not.toContain(value);
    expect(await runInProcess([...args, '--json'], key)).toMatchObject({ code: 2, stdout: '' });
  });

  test('exits with 3 for a rejected key, and with 4 for a service that does not respond', async () => {
    const sim = await simulate({ vms: 1 });
    const rejected = await doctor(sim, 'sim_live_unknown');
    expect(rejected).toMatchObject({ code: 3, states: { service: 'ok', scopes: 'failed' } });
    expect(rejected.stdout).not.toContain('sim_live_');

    const closed = await doctor({ baseUrl: 'http://127.0.0.1:9' }, 'key');
    expect(closed).toMatchObject({ code: 4, states: { service: 'failed', clock: 'unknown' } });
  });

  test('names a proxy that is set but not used, without its address', async () => {
    const server = createServer((_, response) => response.socket?.destroy());
    const port = await listen(server);
    onTestFinished(() => void server.close());
    vi.stubEnv('HTTP_PROXY', 'http://user:canary@192.0.2.1:3128');
    vi.stubEnv('NO_PROXY', '');
    vi.stubEnv('no_proxy', '');
    const found = await doctor({ baseUrl: `http://127.0.0.1:${port}` }, 'key');
    expect(found.check('network')).toMatchObject({ state: 'warning' });
    expect(found.stdout).not.toMatch(/canary|192\.0\.2/);
  });

  test('needs an account, checks the stored ones, and opens no prompt for a locked keychain', async () => {
    const sim = await simulate({ vms: 1 });
    const { keyring, run, loginWithKey } = await keychainUser();
    const none = await run(['doctor']);
    expect([none.code, none.stdout]).toEqual([3, expect.stringContaining('No account')]);
    expect((await loginWithKey(sim)).code).toBe(0);
    const good = await run(['doctor', '--json']);
    expect([good.code, good.stderr]).toEqual([0, '']);
    await keyring.lock();
    const locked = await run(['doctor', '--json']);
    expect([locked.code, locked.stderr]).toEqual([3, '']);
    const states = schema
      .parse(JSON.parse(locked.stdout))
      .checks.map(({ id, state }) => `${id} ${state}`);
    expect(states).toEqual(
      expect.arrayContaining(['keychain failed', 'service ok', 'scopes unknown']),
    );
  });
});
