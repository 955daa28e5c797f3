import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from './command-line.ts';
import { requestsTo, simulate } from './fixtures.ts';
import { type KeychainUser, keychainUser } from './keychain-user.ts';
import { onlyAccount } from './status-object.ts';

vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

const STATUS = ['status', '--json'];
const FINE = { code: 0, stderr: '' };
const GENEROUS = { loginPerMinute: 1_000, refreshPerMinute: 1_000 };

const settingsOf = ({ keyring }: KeychainUser) =>
  readFile(join(keyring.env['XDG_CONFIG_HOME'] ?? '', 'GPU Tray', 'settings.json'), 'utf8');

describe('a locked keyring', () => {
  it('status says so with 3, asks nothing of the service, and all is there after unlocking', async () => {
    const sim = await simulate({ vms: 5, ...GENEROUS });
    const user = await keychainUser();
    await user.loginWithPassword(sim);
    const settings = await settingsOf(user);
    await user.keyring.lock();
    sim.control.clearLog();

    const { code, stdout, stderr } = await user.run(STATUS);
    expect(code).toBe(3);
    expect(stderr).toBe('Your keychain is locked. Unlock it and try again.\n');
    expect(onlyAccount(stdout)).toMatchObject({
      status: 'blocked',
      problem: { kind: 'keychainLocked' },
      vms: [],
      spend: null,
    });
    expect(sim.control.state().requests.log).toEqual([]);
    expect(await settingsOf(user)).toBe(settings);

    await user.keyring.unlock();
    const again = await user.run(STATUS);
    expect(again).toMatchObject(FINE);
    expect(onlyAccount(again.stdout)).toMatchObject({ status: 'live' });
    expect(requestsTo(sim, 'POST /auth/login')).toBe(0);
  });

  it('logout does not pretend: the account stays until its credential is deleted', async () => {
    const sim = await simulate();
    const user = await keychainUser();
    await user.loginWithKey(sim);
    await user.keyring.lock();
    const { code, stdout, stderr } = await user.run(['logout']);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^Your keychain is locked\. The credential of .* is still stored\. /);
    expect(await user.items()).toBe(1);
    await user.keyring.unlock();
    expect(await user.run(STATUS)).toMatchObject(FINE);
    expect(await user.run(['logout'])).toMatchObject(FINE);
    expect(await user.items()).toBe(0);
  });

  it('login says that nothing was stored, and leaves no account behind', async () => {
    const sim = await simulate();
    const user = await keychainUser();
    await user.keyring.lock();
    const { code, stdout, stderr } = await user.loginWithKey(sim);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^Your keychain is locked\. The credential was not stored\. Unlock it/);
    await user.keyring.unlock();
    expect((await user.run(STATUS)).stderr).toMatch(/^No account is signed in/);
    expect(await user.items()).toBe(0);
  });

  it('signing in again to a stored account keeps what is there', async () => {
    const sim = await simulate();
    const user = await keychainUser();
    await user.loginWithKey(sim);
    const { id } = onlyAccount((await user.run(STATUS)).stdout);
    await user.keyring.lock();
    const args = ['login', '--base-url', sim.baseUrl, '--api-key-stdin', '--account', id];
    const { code } = await user.run(args, sim.credentials[0].apiKeys.read_write);
    expect(code).toBe(3);
    await user.keyring.unlock();
    const status = await user.run(STATUS);
    expect(status).toMatchObject(FINE);
    expect(onlyAccount(status.stdout)).toMatchObject({ id, status: 'live' });
  });
});

describe('a keyring that is not there', () => {
  it('login says so and what to do, and leaves no account behind', async () => {
    const sim = await simulate();
    const user = await keychainUser();
    await user.keyring.kill();
    const { code, stdout, stderr } = await user.loginWithPassword(sim);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^No system keychain found\. The credential was not stored\. Start/);
    await user.keyring.restart();
    expect((await user.run(STATUS)).stderr).toMatch(/^No account is signed in/);
  });

  it('status says so with 3, and goes on when it is back', async () => {
    const sim = await simulate({ ...GENEROUS });
    const user = await keychainUser();
    await user.loginWithPassword(sim);
    const settings = await settingsOf(user);
    await user.keyring.kill();
    const { code, stdout, stderr } = await user.run(STATUS);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^No system keychain found\. [^\n]*\.\n$/);
    expect(onlyAccount(stdout)).toMatchObject({
      status: 'blocked',
      problem: { kind: 'keychainUnavailable' },
    });
    expect(await settingsOf(user)).toBe(settings);
    await user.keyring.restart();
    expect(await user.run(STATUS)).toMatchObject(FINE);
  });

  it('a credential on standard input needs none', async () => {
    const sim = await simulate();
    const user = await keychainUser();
    await user.keyring.kill();
    const args = [...STATUS, '--base-url', sim.baseUrl, '--api-key-stdin'];
    expect(await user.run(args, sim.credentials[0].apiKeys.read_only)).toMatchObject(FINE);
  });
});

describe('a keyring that does not answer', () => {
  it('status ends with 3 within the deadline, and goes on when it answers again', async () => {
    const sim = await simulate();
    const user = await keychainUser();
    await user.loginWithKey(sim);
    user.keyring.freeze();
    const { code, stderr } = await user.run(STATUS);
    user.keyring.thaw();
    expect(code).toBe(3);
    expect(stderr).toMatch(/^Your keychain is not responding\. [^\n]*\.\n$/);
    expect(await user.run(STATUS)).toMatchObject(FINE);
  });
});
