import { describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from './command-line.ts';
import { requestsTo, simulate } from './fixtures.ts';
import { keychainUser } from './keychain-user.ts';
import { onlyAccount, statusObject } from './status-object.ts';

vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

const STATUS = ['status', '--json'];
const FINE = { code: 0, stderr: '' };
const GENEROUS = { loginPerMinute: 1_000, refreshPerMinute: 1_000 };

describe('login, status and logout on a real keyring', () => {
  it('with an API key', async () => {
    const sim = await simulate({ vms: 5 });
    const user = await keychainUser();
    const login = await user.loginWithKey(sim);
    const { host } = new URL(sim.baseUrl);
    expect(login).toMatchObject({
      ...FINE,
      stdout: `Signed in as ${host}. The credential is stored in your keychain.\n`,
    });
    expect(await user.items()).toBe(1);

    for (let time = 0; time < 2; time += 1) {
      const status = await user.run(STATUS);
      expect(status).toMatchObject(FINE);
      expect(onlyAccount(status.stdout)).toMatchObject({ label: host, status: 'live' });
      expect(onlyAccount(status.stdout).vms).toHaveLength(5);
    }

    expect(await user.run(['logout'])).toMatchObject({
      ...FINE,
      stdout: `Signed out of ${host}. Its credential was deleted.\n`,
    });
    expect(await user.items()).toBe(0);
    expect(await user.run(STATUS)).toMatchObject({ code: 3 });
  });

  it('with a password: each status goes on with the refresh token that the last one left', async () => {
    const sim = await simulate({ vms: 5, ...GENEROUS, refreshReuse: 'revoke' });
    const { email } = sim.credentials[0];
    const user = await keychainUser();
    expect(await user.loginWithPassword(sim)).toMatchObject({
      ...FINE,
      stdout: `Signed in as ${email}. The credential is stored in your keychain.\n`,
    });
    for (let time = 1; time <= 3; time += 1) {
      const status = await user.run(STATUS);
      expect(status).toMatchObject(FINE);
      expect(onlyAccount(status.stdout)).toMatchObject({ label: email, status: 'live' });
      expect(requestsTo(sim, 'POST /auth/refresh')).toBe(time);
    }
    expect(requestsTo(sim, 'POST /auth/login')).toBe(1);
    expect(await user.items()).toBe(1);
    expect(await user.run(['logout', email])).toMatchObject(FINE);
    expect(await user.items()).toBe(0);
  });

  it('four at the same moment, at a service that ends a session when a token is used twice', async () => {
    const sim = await simulate({ vms: 5, ...GENEROUS, refreshReuse: 'revoke' });
    const user = await keychainUser();
    await user.loginWithPassword(sim);
    const together = await Promise.all([1, 2, 3, 4].map(() => user.run(STATUS)));
    for (const status of together) {
      expect(status).toMatchObject(FINE);
      expect(onlyAccount(status.stdout)).toMatchObject({ status: 'live' });
    }
    expect(await user.run(STATUS)).toMatchObject(FINE);
  });

  it('two accounts, of which one is signed out by the service', async () => {
    const sim = await simulate({ vms: 5, ...GENEROUS });
    const user = await keychainUser();
    await user.loginWithPassword(sim);
    await user.loginWithKey(sim);
    sim.control.revokeRefreshTokens();
    const { code, stdout, stderr } = await user.run(STATUS);
    const [login, key] = statusObject(stdout).accounts;
    expect([login?.status, key?.status]).toEqual(['signedOut', 'live']);
    expect(key?.vms).toHaveLength(5);
    // One of them is unknown, so the sum is.
    expect(statusObject(stdout).totals.ratePerHour).toBeNull();
    expect(code).toBe(3);
    expect(stderr).toMatch(/^ada@example\.test: Your session has expired\. Sign in again\.\n$/);
    expect(await user.items()).toBe(2);

    const which = await user.run(['logout']);
    expect(which).toMatchObject({ code: 2, stdout: '' });
    expect(which.stderr).toMatch(
      /More than one account is stored\. Specify one: .*ada@example\.test/,
    );

    // The same login again is the same account.
    await user.loginWithPassword(sim);
    const again = statusObject((await user.run(STATUS)).stdout);
    expect(again.accounts.map((account) => account.id)).toEqual([login?.id, key?.id]);
    expect(again.accounts.map((account) => account.status)).toEqual(['live', 'live']);
  });

  it('a refused login stores nothing', async () => {
    const sim = await simulate();
    const user = await keychainUser();
    const { code, stderr } = await user.loginWithKey(sim, 'sim_live_of_nobody');
    expect(code).toBe(3);
    expect(stderr).toMatch(/^This API key was not accepted\. [^\n]+\.\n$/);
    expect(await user.items()).toBe(0);
    expect((await user.run(STATUS)).stderr).toMatch(/^No account is signed in/);
  });

  it('a key for billing only is a good key', async () => {
    const sim = await simulate();
    const user = await keychainUser();
    expect(await user.loginWithKey(sim, sim.credentials[0].apiKeys.billing_only)).toMatchObject(
      FINE,
    );
    const { code, stdout } = await user.run(STATUS);
    expect(code).toBe(0);
    expect(onlyAccount(stdout)).toMatchObject({ status: 'live', problem: { kind: 'forbidden' } });
  });

  it('a key that was replaced is signed in again under the same account', async () => {
    const sim = await simulate();
    const user = await keychainUser();
    await user.loginWithKey(sim);
    const { id, label } = onlyAccount((await user.run(STATUS)).stdout);
    const args = ['login', '--base-url', sim.baseUrl, '--api-key-stdin', '--account', label];
    expect(await user.run(args, sim.credentials[0].apiKeys.read_write)).toMatchObject(FINE);
    expect(onlyAccount((await user.run(STATUS)).stdout).id).toBe(id);
    expect(await user.items()).toBe(1);
  });
});
