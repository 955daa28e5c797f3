import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Secret } from '../../src/core/secret.ts';
import { KeychainError } from '../../src/core/vault/index.ts';
import { ACCOUNT, test } from './fixture.ts';
import type { Keyring } from './harness.ts';

type Env = Readonly<Record<string, string>>;

const SITUATIONS: readonly [string, (session: Keyring) => Promise<Env>][] = [
  [
    'no keyring service on the bus',
    async (session) => {
      await session.kill();
      return session.env;
    },
  ],
  [
    'a bus address with no bus',
    async (session) => {
      return { ...session.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' };
    },
  ],
  [
    'no bus address',
    async (session) => {
      const { DBUS_SESSION_BUS_ADDRESS: _, ...env } = session.env;
      return env;
    },
  ],
  [
    'a service without a default keyring',
    async (session) => {
      await session.kill();
      await rm(join(session.env['XDG_DATA_HOME'] ?? '', 'keyrings'), { recursive: true });
      await session.startWithoutKeyring();
      return session.env;
    },
  ],
];

test.for(SITUATIONS)('%s: unavailable, never absent', async ([, situation], { keyring }) => {
  const session = await keyring.start();
  const { vault } = keyring.open(await situation(session));
  expect(await vault.status()).toBe('missing');
  expect(await vault.read(ACCOUNT, { expected: true })).toMatchObject({
    state: 'unavailable',
    problem: { kind: 'missing' },
  });
  expect(await vault.write(ACCOUNT, new Secret('one'))).toMatchObject({ kind: 'missing' });
  const kept = await vault.read(ACCOUNT, { expected: true });
  expect(kept.state === 'present' && kept.secret.reveal()).toBe('one');
  expect(await vault.remove(ACCOUNT)).toBeInstanceOf(KeychainError);
});

test('a keyring that is killed and restarted is used again', async ({ keyring }) => {
  const session = await keyring.start();
  const { vault } = keyring.open(session.env);
  await vault.write(ACCOUNT, new Secret('one'));
  await session.kill();
  expect(await vault.read(ACCOUNT, { expected: true })).toMatchObject({ state: 'unavailable' });
  await session.restart();
  expect(await vault.read(ACCOUNT, { expected: true })).toMatchObject({ state: 'present' });
});
