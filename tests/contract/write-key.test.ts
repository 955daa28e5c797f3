import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ServiceError } from '../../src/core/providers/index.ts';
import { Secret } from '../../src/core/secret.ts';
import type { LaunchOrder } from '../../src/shared/launch/order.ts';
import { ORDER as ANY_ORDER } from '../../src/shared/launch/testing/launch.ts';
import { memorySession, startApplication } from './application.ts';
import { baseUrlOf, simulate, temporaryFolder } from './fixtures.ts';
import { home } from './signed-in.ts';

// An account with a read_only key, and a second, read_write one for calls that change something.

const PROFILE = {
  operations: { stop: { method: 'PUT', path: '/machines/{vm_id}/power/off' } },
  balance: { path: '/account/balance', pointer: '/data/amount' },
  sshKeys: { path: '/account/ssh-keys' },
} as const;
const ORDER: LaunchOrder = {
  ...ANY_ORDER,
  offer: { ...ANY_ORDER.offer, provider: 'rental', offer: 'vm02/4090/1/on_demand' },
  ...{ image: null, login: { method: 'registered', id: null } },
};

async function twoKeys() {
  const simulator = await simulate({ vms: 3 });
  /** The bearer of each request. */
  const sent: { readonly isRead: boolean; readonly bearer: string | null }[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const bearer = new Headers(init?.headers).get('authorization');
    sent.push({ isRead: (init?.method ?? 'GET') === 'GET', bearer });
    return globalThis.fetch(input, init);
  };
  const user = await home({ fetch });
  const { read_only, read_write } = simulator.credentials[0].apiKeys;
  const baseUrl = baseUrlOf(simulator);
  const { account } = await user.accounts.signInWithKey({ baseUrl, key: new Secret(read_only) });
  const result = await user.accounts.setWriteKey(account, new Secret(read_write));
  expect(result).toBeNull();
  sent.length = 0;
  const vmId = simulator.control.createVm({ status: 'running' }).id;
  return { simulator, user, account, sent, vmId, read_only, read_write };
}

test('reading calls never send the second key, and calls that change something always do', async () => {
  const { simulator, user, account, sent, vmId, read_only, read_write } = await twoKeys();
  const client = user.accounts.open({ ...account, profile: PROFILE });
  await client.listVms();
  await client.getVm(vmId);
  await client.currentSpend?.();
  await client.usage?.({ from: '2026-01-01', to: '2026-01-02' });
  await client.balance?.();
  await client.renting?.choices(ORDER.offer);
  await client.operations.stop?.(vmId);
  await client.renting?.send(ORDER, 'a1b2c3d4');
  expect(new Set(sent.map(({ isRead, bearer }) => `${isRead} ${bearer}`))).toEqual(
    new Set([`true Bearer ${read_only}`, `false Bearer ${read_write}`]),
  );
  expect(simulator.control.vms().find(({ id }) => id === vmId)?.status).toBe('stopping');
  client.close();
});

test('the second key is read from the keychain for each call that changes something only', async () => {
  const { user, account, vmId } = await twoKeys();
  const client = user.another().open({ ...account, profile: PROFILE });
  await client.listVms();
  user.store.locked = true;
  await client.listVms();
  await expect(client.operations.stop?.(vmId)).rejects.toMatchObject({
    problem: { kind: 'keychainLocked' },
  });
  user.store.locked = false;
  await client.operations.stop?.(vmId);
  client.close();
});

test('the second key is in the keychain alone, and gone once removed or signed out', async () => {
  const { user, account, vmId, read_write } = await twoKeys();
  const client = user.accounts.open({ ...account, profile: PROFILE });
  const items = () => [...user.store.items.values()].filter((value) => value === read_write);
  const settings = () => readFile(join(user.folder, 'settings.json'), 'utf8');
  expect(items()).toHaveLength(1);
  expect(await settings()).not.toContain(read_write);
  expect(JSON.stringify(await user.accounts.list())).not.toContain(read_write);

  await user.accounts.setWriteKey(account, null);
  expect([items(), (await user.accounts.list())[0]?.keys.hasWriteKey]).toEqual([[], undefined]);
  const refused = await client.operations.stop?.(vmId)?.catch((error: unknown) => error);
  expect(refused instanceof ServiceError && refused.problem.kind).toBe('forbidden');

  await user.accounts.setWriteKey(account, new Secret(read_write));
  expect(items()).toHaveLength(1);
  await user.accounts.signOut(account.id);
  expect(user.store.items.size).toBe(0);
  client.close();
});

test('a rejected second key is not stored, and is named when it is revoked', async () => {
  const { user, account, vmId, read_write } = await twoKeys();
  await user.accounts.setWriteKey(account, null);
  await expect(user.accounts.setWriteKey(account, new Secret('wrong'))).rejects.toThrow('rejected');
  expect([...user.store.items.keys()]).toEqual([account.id]);
  await user.accounts.setWriteKey(account, new Secret(read_write));
  await user.store.set(`${account.id}-write`, 'revoked');
  const client = user.accounts.open({ ...account, profile: PROFILE });
  await expect(client.operations.stop?.(vmId)).rejects.toThrow(
    'Key for launching and stopping rejected',
  );
  client.close();
});

test('a locked keychain keeps no second key in memory', async () => {
  const { user, account, read_write, sent, vmId } = await twoKeys();
  await user.accounts.setWriteKey(account, null);
  user.store.locked = true;
  const problem = await user.accounts.setWriteKey(account, new Secret(read_write));
  expect(problem).not.toBeNull();
  user.store.locked = false;
  const client = user.accounts.open({ ...account, profile: PROFILE });
  sent.length = 0;
  await client.operations.stop?.(vmId)?.catch(() => {});
  expect(sent.map(({ bearer }) => bearer)).not.toContain(`Bearer ${read_write}`);
  client.close();
});

test('the second key is not sent to another service', async () => {
  const { user, account, sent, vmId, read_write } = await twoKeys();
  const client = user.accounts.open({ ...account, profile: PROFILE });
  const other = await simulate({ vms: 1, seed: 9 });
  const key = new Secret(other.credentials[0].apiKeys.read_only);
  await user.another().signInWithKey({ baseUrl: baseUrlOf(other), key, accountId: account.id });
  sent.length = 0;
  await client.operations.stop?.(vmId)?.catch(() => {});
  const [moved] = await user.accounts.list();
  const movedClient = moved && user.accounts.open({ ...moved, profile: PROFILE });
  await movedClient?.operations.stop?.(vmId)?.catch(() => {});
  expect(sent.map(({ bearer }) => bearer)).not.toContain(`Bearer ${read_write}`);
  expect([...user.store.items.values()]).not.toContain(read_write);
  client.close();
  movedClient?.close();
});

test('a 403 is remembered until the account is refreshed or has a second key', async () => {
  const simulator = await simulate({ vms: 0 });
  const { application } = await startApplication(memorySession(), await temporaryFolder());
  const { requests, state } = application;
  const { baseUrl } = simulator;
  const { read_only, read_write } = simulator.credentials[0].apiKeys;
  const { accountId } = await requests.signInWithKey({ baseUrl, key: read_only, accountId: null });
  const profile = JSON.stringify(PROFILE);
  await requests.changeAccount({ accountId, profile });
  const vmId = simulator.control.createVm({ status: 'running' }).id;
  await requests.refresh({ accountId });
  const stop = () => requests.operateVm({ accountId, vmId, operation: 'stop' });

  await expect(stop()).rejects.toThrow('Permission denied');
  expect(state().refusedWrites[accountId]).toMatch(/^Permission denied: .* write access/);
  await requests.refresh({ accountId });
  expect(state().refusedWrites).toEqual({});
  await expect(stop()).rejects.toThrow('Permission denied');
  await requests.setWriteKey({ accountId, key: ` ${read_write}\n` });
  expect([state().refusedWrites, state().accounts[0]?.keys.hasWriteKey]).toEqual([{}, true]);
  await stop();
  expect(simulator.control.vms()[0]?.status).toBe('stopping');
  expect(JSON.stringify(state())).not.toContain(read_write);
});
