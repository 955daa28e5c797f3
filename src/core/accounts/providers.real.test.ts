import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PROVIDERS } from '../../shared/providers/providers.ts';
import { sentPod } from '../providers/runpod/testing/pods.ts';
import { sendJson, startTestServer } from '../providers/testing/server.ts';
import { Secret } from '../secret.ts';
import { createComputer } from './testing/computer.ts';
import { startService } from './testing/service.ts';

const KEY = 'canary-key-1';
const WRITTEN = join(import.meta.dirname, '../../../tests/contract/written-by-0.1.0/settings.json');

/** A provider other than the first one, which lists one VM. */
async function startCloud() {
  const times: number[] = [];
  const server = await startTestServer((_, response) => {
    times.push(performance.now());
    sendJson(response, 200, { pods: [sentPod()] });
  });
  return { ...server, times };
}

async function signedIn() {
  const cloud = await startCloud();
  const computer = await createComputer();
  const process = computer.process();
  const { account } = await process.accounts.signInWithKey({
    provider: 'runpod',
    baseUrl: cloud.base,
    key: new Secret(KEY),
  });
  const path = join(computer.folder, 'settings.json');
  return { cloud, computer, process, account, path };
}

test('a settings file of version 0.1.0 opens its account with the key that it stored', async () => {
  const service = await startService();
  service.keys.set(KEY, 'all');
  const computer = await createComputer();
  const text = (await readFile(WRITTEN, 'utf8')).replaceAll(
    'http://127.0.0.1:39473',
    service.url.href,
  );
  await writeFile(join(computer.folder, 'settings.json'), text);
  const process = computer.process();
  const [account] = await process.accounts.list();
  if (account === undefined) throw new Error('the account is gone');
  await computer.keychain.set(account.id, KEY);
  expect(account.provider).toBe('rental');
  const client = await computer.open(process, account.id);
  expect((await client.currentSpend?.())?.perHour).toBe(0.69);
  expect([...service.seen]).toEqual([KEY]);
});

describe('an account at another provider than the first', () => {
  test('is read with its adapter', async () => {
    const { computer, process, account } = await signedIn();
    expect(account).toMatchObject({ provider: 'runpod', label: 'RunPod' });
    expect((await computer.open(process, account.id)).currentSpend).toBeUndefined();
  });

  test('is signed out for an earlier GPU Tray, which sends its key nowhere', async () => {
    const { cloud, computer, account, path } = await signedIn();
    expect([...computer.keychain.items]).toEqual([[`runpod-${account.id}`, KEY]]);
    // An earlier one reads the same file without the provider.
    const { version, accounts, ssh } = JSON.parse(await readFile(path, 'utf8'));
    const [{ provider: _, ...earlier }] = accounts;
    await writeFile(path, JSON.stringify({ version, accounts: [earlier], ssh }));
    const before = cloud.requests.length;
    const client = await computer.open(computer.process(), account.id);
    await expect(client.listVms()).rejects.toMatchObject({ name: 'CredentialError' });
    await expect(client.currentSpend?.()).rejects.toMatchObject({ name: 'CredentialError' });
    expect(cloud.requests.length).toBe(before);
  });

  test('is asked at the provider’s minimum interval, by its sign-in as well', async () => {
    const { minIntervalMs } = PROVIDERS.runpod;
    onTestFinished(() => void Object.assign(PROVIDERS.runpod, { minIntervalMs }));
    Object.assign(PROVIDERS.runpod, { minIntervalMs: 60 });
    const startedAt = performance.now();
    const { cloud, computer, process, account } = await signedIn();
    const client = await computer.open(process, account.id);
    await Promise.all([client.listVms(), client.listVms()]);
    // From the start, since a busy machine may receive the first one late.
    const receivedMs = cloud.times.map((at) => at - startedAt);
    expect(receivedMs).toHaveLength(3);
    expect(receivedMs[2]).toBeGreaterThan(115);
  });

  test('keeps its key, also for calls that change something, apart from one of the same id', async () => {
    const { computer, process, account } = await signedIn();
    expect(await process.accounts.setWriteKey(account, new Secret('canary-key-2'))).toBeNull();
    expect([...computer.keychain.items.keys()].toSorted()).toEqual([
      `runpod-${account.id}`,
      `runpod-${account.id}-write`,
    ]);
    expect(await process.accounts.signOut(account.id)).toBeNull();
    expect(computer.keychain.items.size).toBe(0);
  });
});

test('what a newer GPU Tray stored is kept in the file: an account of an unknown provider, and fields', async () => {
  const { process, account, path } = await signedIn();
  const file = JSON.parse(await readFile(path, 'utf8'));
  const newer = {
    ...file.accounts[0],
    id: 'd7f6a1f0-4c55-4a86-a3f0-0d3e6d1b2a22',
    ...{ provider: 'cloud9', label: 'Cloud 9', region: 'moon' },
  };
  const accounts = [...file.accounts, newer];
  await writeFile(path, JSON.stringify({ ...file, accounts, budgets: [1] }));
  expect((await process.accounts.list()).map(({ id }) => id)).toEqual([account.id]);
  const service = await startService();
  service.keys.set(KEY, 'all');
  await process.accounts.signInWithKey({ baseUrl: service.url, key: new Secret(KEY) });
  const written = JSON.parse(await readFile(path, 'utf8'));
  expect(written).toMatchObject({ version: 1, budgets: [1] });
  expect(written.accounts).toHaveLength(3);
  expect(written.accounts).toContainEqual(newer);
});
