import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Secret } from '../secret.ts';
import { createHousehold } from './testing/household.ts';
import { EMAIL, PASSWORD, startService } from './testing/service.ts';

/** Somebody signed in with a password, in a process of their own. */
async function signedIn() {
  const service = await startService();
  const household = await createHousehold();
  const process = household.process();
  const { account } = await process.accounts.signInWithPassword({
    baseUrl: service.url,
    email: EMAIL,
    password: new Secret(PASSWORD),
  });
  return { service, household, process, account };
}

describe('signing out', () => {
  test('deletes the credential and forgets the account', async () => {
    const { household, process, account } = await signedIn();
    expect(await process.accounts.signOut(account.id)).toEqual({ ok: true });
    expect(household.keychain.items.size).toBe(0);
    expect(await process.accounts.list()).toEqual([]);
  });

  test('leaves the other accounts', async () => {
    const { service, household, process, account } = await signedIn();
    service.keys.set('key', 'all');
    const other = await process.accounts.signInWithKey({
      baseUrl: service.url,
      key: new Secret('key'),
    });
    await process.accounts.signOut(account.id);
    expect(await process.accounts.list()).toEqual([other.account]);
    expect(household.keychain.items).toEqual(new Map([[other.account.id, 'key']]));
  });

  test('takes along what was told of its VMs, and leaves what was told of others', async () => {
    const { process, account } = await signedIn();
    const told = { [`${account.id}/vm-1`]: 101, 'other/vm-1': 102 } as const;
    await process.settings.update((settings) => ({
      ...settings,
      ssh: { ...settings.ssh, vmTemplates: told },
    }));
    await process.accounts.signOut(account.id);
    const { settings } = await process.settings.load();
    expect(settings.ssh.vmTemplates).toEqual({ 'other/vm-1': 102 });
  });

  test('of an account that is not there, or not any more, is done', async () => {
    const { process, account } = await signedIn();
    expect(await process.accounts.signOut('no-such-account')).toEqual({ ok: true });
    await process.accounts.signOut(account.id);
    expect(await process.accounts.signOut(account.id)).toEqual({ ok: true });
  });

  test.each(['locked', 'refused', 'timeout', 'missing'] as const)(
    'keeps the account when the keychain says %s, and can be tried again',
    async (problem) => {
      const { household, process, account } = await signedIn();
      household.broken = problem;
      expect(await process.accounts.signOut(account.id)).toMatchObject({
        ok: false,
        reason: { kind: problem },
      });
      expect(await process.accounts.list()).toEqual([account]);
      household.broken = null;
      expect(await process.accounts.signOut(account.id)).toEqual({ ok: true });
      expect(household.keychain.items.size).toBe(0);
    },
  );

  test('does not believe a locked keychain that says it is gone', async () => {
    const { household, process, account } = await signedIn();
    household.keychain.locked = true;
    expect(await process.accounts.signOut(account.id)).toMatchObject({
      ok: false,
      reason: { kind: 'locked' },
    });
    expect(await process.accounts.list()).toEqual([account]);
    expect(household.keychain.items.size).toBe(1);
  });

  test.each(['missing', 'timeout', 'locked'] as const)(
    'needs no keychain where nothing was ever stored (%s)',
    async (problem) => {
      const service = await startService();
      service.keys.set('key', 'all');
      const household = await createHousehold();
      const process = household.process();
      household.broken = problem;
      const { account, kept } = await process.accounts.signInWithKey({
        baseUrl: service.url,
        key: new Secret('key'),
      });
      expect(kept).toMatchObject({ in: 'memory', reason: { kind: problem } });
      const client = await household.open(process, account.id);
      await client.listVms();
      expect(await process.accounts.signOut(account.id)).toEqual({ ok: true });
      expect(await process.accounts.list()).toEqual([]);
      const late = process.accounts.open(account);
      await expect(late.listVms()).rejects.toHaveProperty('problem.kind', 'noCredential');
    },
  );

  test('a crash between the keychain and the settings leaves an account to sign in to again', async () => {
    const { household, process, account } = await signedIn();
    await process.vault.remove(account.id);
    const after = household.process();
    const client = await household.open(after, account.id);
    await expect(client.listVms()).rejects.toHaveProperty('problem.kind', 'noCredential');
    expect(await after.accounts.signOut(account.id)).toEqual({ ok: true });
    expect(await after.accounts.list()).toEqual([]);
  });
});

describe('what comes after signing out', () => {
  test('a refresh that was under way puts nothing back into the keychain', async () => {
    const { service, household, process, account } = await signedIn();
    const client = await household.open(household.process(), account.id);
    const held = service.holdRefreshes();
    const polling = client.currentSpend().catch((error: unknown) => error);
    await held.arrived;
    const signingOut = process.accounts.signOut(account.id);
    held.letGo();
    expect(await signingOut).toEqual({ ok: true });
    await polling;
    expect(household.keychain.items.size).toBe(0);
    expect(await process.accounts.list()).toEqual([]);
  });

  test('a refresh that waited for its turn does not happen', async () => {
    const { service, household, process, account } = await signedIn();
    const client = await household.open(household.process(), account.id);
    // The sign-out has the lock and waits for the keychain, in which the credential still is; then the refresh queues up.
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
    const polling = client.currentSpend().catch((error: unknown) => error);
    mayDelete.resolve();
    expect(await signingOut).toEqual({ ok: true });
    expect(await polling).toMatchObject({ problem: { kind: 'noCredential' } });
    expect(household.keychain.items.size).toBe(0);
    expect(service.requests).not.toContain('POST /auth/refresh');
  });

  test('a client that was closed asks for nothing more', async () => {
    const { service, household, process } = await signedIn();
    service.keys.set('key', 'all');
    const key = await process.accounts.signInWithKey({
      baseUrl: service.url,
      key: new Secret('key'),
    });
    const client = await household.open(process, key.account.id);
    await client.listVms();
    client.close();
    const before = service.requests.length;
    await expect(client.listVms()).rejects.toHaveProperty('problem.kind', 'unauthorized');
    expect(service.requests).toHaveLength(before);
  });

  test('a sign-in under way in another process leaves no credential without its account', async () => {
    const { service, household, process, account } = await signedIn();
    const other = household.process();
    const marked = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    const update = other.settings.update;
    Object.assign(other.settings, {
      async update(change: Parameters<typeof update>[0]) {
        const settings = await update(change);
        marked.resolve();
        await mayGoOn.promise;
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
    // As long as a sign-out that did not wait would take, many times over.
    const deadline = performance.now() + 300;
    while (!isSignedOut && performance.now() < deadline) await turn();
    mayGoOn.resolve();
    await signingIn;
    expect(await signingOut).toEqual({ ok: true });
    expect(household.keychain.items.size).toBe(0);
    expect(await process.accounts.list()).toEqual([]);
  });
});
