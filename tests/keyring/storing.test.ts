import { describe, expect } from 'vitest';
import { Secret } from '../../src/core/secret.ts';
import type { VaultReading } from '../../src/core/vault/index.ts';
import { ACCOUNT, SERVICE, test } from './fixture.ts';

const revealed = (reading: VaultReading) =>
  reading.state === 'present' ? reading.secret.reveal() : reading.state;

test('a credential is stored, read back, changed in place and survives a restart of the keyring', async ({
  keyring,
}) => {
  const session = await keyring.start();
  const { vault } = keyring.open(session.env);
  expect(await vault.status()).toBe('available');
  expect(await vault.read(ACCOUNT, { expected: false })).toEqual({ state: 'absent' });
  expect(await vault.write(ACCOUNT, new Secret('one'))).toEqual({ state: 'stored' });
  expect(revealed(await vault.read(ACCOUNT, { expected: true }))).toBe('one');

  const [item] = await session.items({ service: SERVICE });
  expect(await vault.write(ACCOUNT, new Secret('two'))).toEqual({ state: 'stored' });
  expect(await session.items({ service: SERVICE })).toEqual([item]);
  expect(await session.items({ service: SERVICE, account: ACCOUNT })).toEqual([item]);

  await session.restart();
  expect(revealed(await vault.read(ACCOUNT, { expected: true }))).toBe('two');
  const another = keyring.open(session.env);
  expect(revealed(await another.vault.read(ACCOUNT, { expected: true }))).toBe('two');
});

test('a removed credential is gone, and an expected one in an open keyring is absent', async ({
  keyring,
}) => {
  const session = await keyring.start();
  const { vault } = keyring.open(session.env);
  await vault.write(ACCOUNT, new Secret('one'));
  expect(await vault.remove(ACCOUNT)).toEqual({ removed: true });
  expect(await session.items({ service: SERVICE })).toEqual([]);
  expect(await vault.read(ACCOUNT, { expected: true })).toEqual({ state: 'absent' });
  expect(await vault.remove(ACCOUNT)).toEqual({ removed: true });
});

describe('any value comes back as it was', () => {
  test.for([
    ['NUL, where Linux cuts a value', 'before\0after'],
    ['lone surrogates, which have no UTF-8', '\ud800 middle \udfff'],
    ['a byte order mark and a line end', '\ufeffkey\r\n'],
    ['emoji and combining marks', 'é e\u0301 🔑'],
    ['nothing at all, which keytar itself refuses', ''],
    ['10 kB', 'x'.repeat(10_240)],
  ] as const)('%s', async ([, value], { keyring }) => {
    const session = await keyring.start();
    const { vault } = keyring.open(session.env);
    expect(await vault.write(ACCOUNT, new Secret(value))).toEqual({ state: 'stored' });
    expect(revealed(await vault.read(ACCOUNT, { expected: true }))).toBe(value);
  });
});

test('a foreign item with our service name and no account harms nothing', async ({ keyring }) => {
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
  expect(await vault.remove(ACCOUNT)).toEqual({ removed: true });
  expect(await session.run(['secret-tool', 'lookup', 'service', SERVICE])).toBe('foreign');
  expect(helperPids).toHaveLength(1);
});

test('the application and the command line share one truth', async ({ keyring }) => {
  const session = await keyring.start();
  const app = keyring.open(session.env);
  const cli = keyring.open(session.env);
  await app.vault.write(ACCOUNT, new Secret('by the app'));
  expect(revealed(await cli.vault.read(ACCOUNT, { expected: true }))).toBe('by the app');
  await cli.vault.write(ACCOUNT, new Secret('by the cli'));
  expect(revealed(await app.vault.read(ACCOUNT, { expected: true }))).toBe('by the cli');
});
