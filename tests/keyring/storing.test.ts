import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { describe, expect } from 'vitest';
import { Secret } from '../../src/core/secret.ts';
import type { VaultReading } from '../../src/core/vault/index.ts';
import { ACCOUNT, SERVICE, test } from './fixture.ts';

const revealed = (reading: VaultReading) =>
  reading.state === 'present' ? reading.secret.reveal() : reading.state;

test('a credential is stored, read, updated in place and survives a keyring restart', async ({
  keyring,
}) => {
  const session = await keyring.start();
  const { vault } = keyring.open(session.env);
  expect(await vault.status()).toBe('available');
  expect(await vault.read(ACCOUNT, { expected: false })).toEqual({ state: 'absent' });
  expect(await vault.write(ACCOUNT, new Secret('one'))).toBeNull();
  expect(revealed(await vault.read(ACCOUNT, { expected: true }))).toBe('one');

  const [item] = await session.items({ service: SERVICE });
  expect(await vault.write(ACCOUNT, new Secret('two'))).toBeNull();
  expect(await session.items({ service: SERVICE })).toEqual([item]);
  expect(await session.items({ service: SERVICE, account: ACCOUNT })).toEqual([item]);

  await session.restart();
  expect(revealed(await vault.read(ACCOUNT, { expected: true }))).toBe('two');
  const another = keyring.open(session.env);
  expect(revealed(await another.vault.read(ACCOUNT, { expected: true }))).toBe('two');
});

test('a removed credential is absent', async ({ keyring }) => {
  const session = await keyring.start();
  const { vault } = keyring.open(session.env);
  await vault.write(ACCOUNT, new Secret('one'));
  expect(await vault.remove(ACCOUNT)).toBeNull();
  expect(await session.items({ service: SERVICE })).toEqual([]);
  expect(await vault.read(ACCOUNT, { expected: true })).toEqual({ state: 'absent' });
  expect(await vault.remove(ACCOUNT)).toBeNull();
});

describe('each value is read back unchanged', () => {
  test.for([
    ['NUL, where Linux cuts a value', 'before\0after'],
    ['lone surrogates, which have no UTF-8', '\ud800 middle \udfff'],
    ['a byte order mark and a line end', '\ufeffkey\r\n'],
    ['emoji and combining marks', 'é e\u0301 🔑'],
    ['an empty string, which keytar refuses', ''],
    ['10 kB', 'x'.repeat(10_240)],
  ] as const)('%s', async ([, value], { keyring }) => {
    const session = await keyring.start();
    const { vault } = keyring.open(session.env);
    expect(await vault.write(ACCOUNT, new Secret(value))).toBeNull();
    expect(revealed(await vault.read(ACCOUNT, { expected: true }))).toBe(value);
  });
});

test('another item with our service name and no account is ignored', async ({ keyring }) => {
  const session = await keyring.start();
  await session.run([
    'sh',
    '-c',
    `printf foreign | secret-tool store --label=foreign service '${SERVICE}'`,
  ]);
  const { vault, helperPids } = keyring.open(session.env);
  expect(await vault.read(ACCOUNT, { expected: true })).toEqual({ state: 'absent' });
  await vault.write(ACCOUNT, new Secret('mine'));
  expect(revealed(await vault.read(ACCOUNT, { expected: true }))).toBe('mine');
  expect(await vault.remove(ACCOUNT)).toBeNull();
  expect(await session.run(['secret-tool', 'lookup', 'service', SERVICE])).toBe('foreign');
  expect(helperPids).toHaveLength(1);
});

test('the app and the CLI share one keychain', async ({ keyring }) => {
  const session = await keyring.start();
  const app = keyring.open(session.env);
  const cli = keyring.open(session.env);
  await app.vault.write(ACCOUNT, new Secret('by the app'));
  expect(revealed(await cli.vault.read(ACCOUNT, { expected: true }))).toBe('by the app');
  await cli.vault.write(ACCOUNT, new Secret('by the cli'));
  expect(revealed(await app.vault.read(ACCOUNT, { expected: true }))).toBe('by the cli');
});

const CANARY = 'canary-7f3a-never-to-be-seen';

test('the secret appears in the keyring and in Secret only', async ({ keyring }) => {
  const session = await keyring.start();
  const opened = keyring.open(session.env);
  const { vault, helperPids } = opened;
  const seen: unknown[] = [];
  seen.push(await vault.write(ACCOUNT, new Secret(CANARY)));
  seen.push(await vault.read(ACCOUNT, { expected: true }));
  await session.lock();
  seen.push(await vault.read(ACCOUNT, { expected: true }), await vault.remove(ACCOUNT));
  seen.push(await vault.write(ACCOUNT, new Secret(CANARY)));

  expect(helperPids).toHaveLength(1);
  for (const file of ['cmdline', 'environ']) {
    const text = await readFile(`/proc/${helperPids[0]}/${file}`, 'utf8');
    expect(text.length).toBeGreaterThan(0);
    expect(text).not.toContain(CANARY);
  }
  expect(inspect(seen, { depth: 10, showHidden: true })).not.toContain(CANARY);
  expect(JSON.stringify(seen)).not.toContain(CANARY);
  expect(opened.logged.length).toBeGreaterThan(0);
  expect(opened.logged.join('')).not.toContain(CANARY);
  expect(opened.stderr.join('')).not.toContain(CANARY);

  await session.unlock();
  const reading = await vault.read(ACCOUNT, { expected: true });
  expect(reading.state === 'present' && reading.secret.reveal()).toBe(CANARY);
});
