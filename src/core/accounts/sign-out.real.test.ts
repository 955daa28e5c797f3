import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Secret } from '../secret.ts';
import { createComputer } from './testing/computer.ts';
import { EMAIL, PASSWORD, startService } from './testing/service.ts';

/** An account signed in with a password. */
async function signedIn() {
  const service = await startService();
  const computer = await createComputer();
  const process = computer.process();
  const { account } = await process.accounts.signInWithPassword({
    baseUrl: service.url,
    email: EMAIL,
    password: new Secret(PASSWORD),
  });
  return { service, computer, process, account };
}

describe('signing out', () => {
  test.each(['a sign-out', 'a new sign-in'])(
    '%s ends the mark of an interrupted refresh',
    async (what) => {
      const { service, computer, process, account } = await signedIn();
      const mark = join(computer.folder, `account-${account.id}.lock.begun`);
      await writeFile(mark, '');
      if (what === 'a sign-out') await process.accounts.signOut(account.id);
      else
        await process.accounts.signInWithPassword({
          baseUrl: service.url,
          email: EMAIL,
          password: new Secret(PASSWORD),
        });
      await expect(access(mark)).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );

  test('leaves the other accounts', async () => {
    const { service, computer, process, account } = await signedIn();
    service.keys.set('key', 'all');
    const other = await process.accounts.signInWithKey({
      baseUrl: service.url,
      key: new Secret('key'),
    });
    await process.accounts.signOut(account.id);
    expect(await process.accounts.list()).toEqual([other.account]);
    expect(computer.keychain.items).toEqual(new Map([[other.account.id, 'key']]));
  });

  test('removes the SSH logins and the muting of its VMs, and keeps those of other accounts', async () => {
    const { process, account } = await signedIn();
    const login = { user: 'ubuntu', port: null };
    const vms = { [`${account.id}/vm-1`]: login, 'other/vm-1': login };
    await process.settings.update((settings) => ({
      ...settings,
      ssh: { ...settings.ssh, vms },
      preferences: { theme: 'dark', mutedVms: Object.keys(vms) },
    }));
    await process.accounts.signOut(account.id);
    const settings = await process.settings.load();
    expect(settings.ssh.vms).toEqual({ 'other/vm-1': login });
    expect(settings.preferences).toEqual({ theme: 'dark', mutedVms: ['other/vm-1'] });
  });

  test.each(['locked', 'refused', 'notAnswering', 'missing'] as const)(
    'keeps the account when the keychain fails with %s, and can be repeated',
    async (problem) => {
      const { computer, process, account } = await signedIn();
      computer.broken = problem;
      expect(await process.accounts.signOut(account.id)).toMatchObject({ kind: problem });
      expect(await process.accounts.list()).toEqual([account]);
      computer.broken = null;
      expect(await process.accounts.signOut(account.id)).toBeNull();
      expect(computer.keychain.items.size).toBe(0);
    },
  );

  test('does not trust the empty result of a locked keychain', async () => {
    const { computer, process, account } = await signedIn();
    computer.keychain.locked = true;
    expect(await process.accounts.signOut(account.id)).toMatchObject({ kind: 'locked' });
    expect(await process.accounts.list()).toEqual([account]);
    expect(computer.keychain.items.size).toBe(1);
  });

  test.each(['missing', 'notAnswering', 'locked'] as const)(
    'needs no keychain without a stored credential (%s)',
    async (problem) => {
      const service = await startService();
      service.keys.set('key', 'all');
      const computer = await createComputer();
      const process = computer.process();
      computer.broken = problem;
      const { account, problem: found } = await process.accounts.signInWithKey({
        baseUrl: service.url,
        key: new Secret('key'),
      });
      expect(found).toMatchObject({ kind: problem });
      const client = await computer.open(process, account.id);
      await client.listVms();
      expect(await process.accounts.signOut(account.id)).toBeNull();
      expect(await process.accounts.list()).toEqual([]);
      const late = process.accounts.open(account);
      await expect(late.listVms()).rejects.toHaveProperty('problem.kind', 'noCredential');
    },
  );

  test('a crash between keychain and settings leaves an account without a credential', async () => {
    const { computer, process, account } = await signedIn();
    await process.vault.remove(account.id);
    const after = computer.process();
    const client = await computer.open(after, account.id);
    await expect(client.listVms()).rejects.toHaveProperty('problem.kind', 'noCredential');
    expect(await after.accounts.signOut(account.id)).toBeNull();
    expect(await after.accounts.list()).toEqual([]);
  });
});

describe('after signing out', () => {
  test('a refresh in progress stores nothing', async () => {
    const { service, computer, process, account } = await signedIn();
    const client = await computer.open(computer.process(), account.id);
    service.expireAccess();
    const held = service.holdRefreshes();
    const polling = client.currentSpend?.().catch((error: unknown) => error);
    await held.arrived;
    const signingOut = process.accounts.signOut(account.id);
    held.release();
    expect(await signingOut).toBeNull();
    await polling;
    expect(computer.keychain.items.size).toBe(0);
    expect(await process.accounts.list()).toEqual([]);
  });

  test('a queued refresh sends no request', async () => {
    const { service, computer, process, account } = await signedIn();
    const client = await computer.open(computer.process(), account.id);
    // The sign-out holds the lock and waits for the keychain; then the refresh queues behind it.
    const deleting = Promise.withResolvers<void>();
    const mayDelete = Promise.withResolvers<void>();
    const remove = process.vault.remove;
    Object.assign(process.vault, {
      async remove(id: string) {
        deleting.resolve();
        await mayDelete.promise;
        return remove(id);
      },
    });
    const signingOut = process.accounts.signOut(account.id);
    await deleting.promise;
    const polling = client.currentSpend?.().catch((error: unknown) => error);
    mayDelete.resolve();
    expect(await signingOut).toBeNull();
    expect(await polling).toMatchObject({ problem: { kind: 'noCredential' } });
    expect(computer.keychain.items.size).toBe(0);
    expect(service.requests).not.toContain('POST /auth/refresh');
  });

  test('a sign-in in progress in another process leaves no credential without its account', async () => {
    const { service, computer, process, account } = await signedIn();
    const other = computer.process();
    const marked = Promise.withResolvers<void>();
    const mayContinue = Promise.withResolvers<void>();
    const update = other.settings.update;
    Object.assign(other.settings, {
      async update(change: Parameters<typeof update>[0]) {
        const settings = await update(change);
        marked.resolve();
        await mayContinue.promise;
        return settings;
      },
    });
    const signingIn = other.accounts.signInWithPassword({
      baseUrl: service.url,
      email: EMAIL,
      password: new Secret(PASSWORD),
    });
    await marked.promise;
    let isSignedOut = false;
    const signingOut = process.accounts.signOut(account.id).then((result) => {
      isSignedOut = true;
      return result;
    });
    // Far longer than a sign-out that did not wait would take.
    const deadline = performance.now() + 300;
    while (!isSignedOut && performance.now() < deadline) await turn();
    mayContinue.resolve();
    await signingIn;
    expect(await signingOut).toBeNull();
    expect(computer.keychain.items.size).toBe(0);
    expect(await process.accounts.list()).toEqual([]);
  });
});
