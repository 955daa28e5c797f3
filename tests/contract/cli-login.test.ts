import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openHistory } from '../../src/core/history/history.ts';
import { start, withKey } from './command-line.ts';
import { requestsTo, simulate } from './fixtures.ts';
import { onlyAccount } from './status-object.ts';
import { keychainUser } from './users.ts';

// `gpu-tray login`, `status` and `logout` on a real keyring. As processes: canary.test.ts.

const STATUS = ['status', '--json'];
const FINE = { code: 0, stderr: '' };
const GENEROUS = { loginPerMinute: 1_000, refreshPerMinute: 1_000 };

describe('an account in the keychain', () => {
  test('API key: refused, stored, replaced, deleted', async () => {
    const sim = await simulate({ vms: 5 });
    const { apiKeys } = sim.credentials[0];
    const { host } = new URL(sim.baseUrl);
    const user = await keychainUser();

    const refused = await user.loginWithKey(sim, 'sim_live_unknown');
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(
      /^API key rejected \(401\): Missing or invalid authentication\. [^\n]+\n$/,
    );
    expect(await user.items()).toBe(0);

    expect(await user.loginWithKey(sim, apiKeys.billing_only)).toMatchObject({
      ...FINE,
      stdout: `Signed in as ${host}. The credential is stored in your keychain.\n`,
    });
    const billing = await user.run(STATUS);
    expect(billing.code).toBe(0);
    const { id, label, status, problem } = onlyAccount(billing.stdout);
    expect([label, status, problem?.kind]).toEqual([host, 'live', 'forbidden']);

    const again = ['login', ...withKey(sim), '--account', label];
    expect(await user.run(again, apiKeys.read_write)).toMatchObject(FINE);
    const replaced = await user.run(STATUS);
    expect(replaced).toMatchObject(FINE);
    expect(onlyAccount(replaced.stdout)).toMatchObject({ id, problem: null });
    expect(onlyAccount(replaced.stdout).vms).toHaveLength(5);
    expect(await user.items()).toBe(1);

    const config = user.keyring.env['XDG_CONFIG_HOME'] ?? '';
    const history = openHistory(join(config, 'GPU Tray', 'history.db'));
    const vm = { vmId: '1', name: 'train', status: null, what: null };
    history.record([], [{ kind: 'vm', at: 0, accountId: id, ...vm }]);
    expect(await user.run(['logout'])).toMatchObject({
      ...FINE,
      stdout: `Signed out of ${host}. Its credential was deleted.\n`,
    });
    expect(await user.items()).toBe(0);
    expect(history.events(0, 10)).toEqual([]);
    history.close();
  });

  test('password: commands share the access token, and two at once one refresh', async () => {
    // The service ends the session when a refresh token is used twice.
    const sim = await simulate({ vms: 5, ...GENEROUS, refreshReuse: 'revoke' });
    const { email } = sim.credentials[0];
    const user = await keychainUser();
    expect(await user.loginWithPassword(sim)).toMatchObject({
      ...FINE,
      stdout: `Signed in as ${email}. The credential is stored in your keychain.\n`,
    });
    const { env } = user.keyring;
    const shared = await user.run(STATUS);
    expect(requestsTo(sim, 'POST /auth/refresh')).toBe(0);
    sim.control.expireAccessTokens();
    const together = await Promise.all([1, 2].map(() => start(STATUS, { env }).ended));
    expect(requestsTo(sim, 'POST /auth/refresh')).toBe(1);
    for (const status of [shared, ...together]) {
      expect(status).toMatchObject(FINE);
      expect(onlyAccount(status.stdout)).toMatchObject({ label: email, status: 'live' });
    }
    expect(requestsTo(sim, 'POST /auth/login')).toBe(1);
    expect(await user.items()).toBe(1);
    expect(await user.run(['logout', email])).toMatchObject(FINE);
    expect(await user.items()).toBe(0);
  });
});

describe('a keychain that cannot be used', () => {
  test('locked: commands fail with 3, nothing changes, and unlocking restores the account', async () => {
    const sim = await simulate({ vms: 5, ...GENEROUS });
    const user = await keychainUser();
    await user.loginWithPassword(sim);
    const settings = await user.settings();
    await user.keyring.lock();
    sim.control.clearLog();

    const status = await user.run(STATUS);
    expect(status).toMatchObject({
      ...{ code: 3, stdout: '', stderr: 'Your keychain is locked. Unlock it and try again.\n' },
    });
    expect(sim.control.state().requests.log).toEqual([]);

    const logout = await user.run(['logout']);
    expect([logout.code, logout.stdout]).toEqual([3, '']);
    expect(logout.stderr).toMatch(
      /^Your keychain is locked\. The credential of .* is still stored/,
    );

    const login = await user.loginWithKey(sim);
    expect([login.code, login.stdout]).toEqual([3, '']);
    expect(login.stderr).toMatch(
      /^Your keychain is locked\. The credential was not stored\. Unlock/,
    );
    expect(JSON.parse(await user.settings())).toEqual(JSON.parse(settings));

    await user.keyring.unlock();
    const again = await user.run(STATUS);
    expect(again).toMatchObject(FINE);
    expect(onlyAccount(again.stdout)).toMatchObject({ status: 'live' });
    expect(await user.items()).toBe(1);
  });

  test('prompting: SIGTERM ends each command', async () => {
    const sim = await simulate({ vms: 1, ...GENEROUS });
    const user = await keychainUser({ prompter: 'unanswered' });
    await user.loginWithKey(sim);
    await user.loginWithPassword(sim);
    await user.keyring.lock();
    const logout = ['logout', sim.credentials[0].email];
    for (const args of [STATUS, ['status', '--watch'], ['ssh', 'gpu-x'], logout]) {
      const { child, ended } = start(args, { env: user.keyring.env });
      await once(child.stderr, 'data');
      const stopped = performance.now();
      child.kill('SIGTERM');
      const { code, signal, stderr } = await ended;
      // The keychain has two minutes to answer.
      expect(performance.now() - stopped).toBeLessThan(60_000);
      expect([args, code, signal]).toEqual([args, args.includes('--watch') ? 0 : 130, null]);
      expect(stderr).toContain('Waiting for your keychain.');
    }
  });
});
