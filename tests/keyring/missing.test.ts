import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Secret } from '../../src/core/secret.ts';
import { KeychainError } from '../../src/core/vault/index.ts';
import { ACCOUNT, revealed, sharedKeyring } from './fixture.ts';

const { session, open } = sharedKeyring();

/** In this order: each may end more of the session. */
const SITUATIONS: readonly [string, () => Promise<Readonly<NodeJS.ProcessEnv>>][] = [
  [
    'a bus address with no bus',
    async () => ({ ...session().env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' }),
  ],
  [
    'no bus address',
    async () => {
      const { DBUS_SESSION_BUS_ADDRESS: _, ...env } = session().env;
      return env;
    },
  ],
  [
    'no keyring service on the bus',
    async () => {
      await session().kill();
      return session().env;
    },
  ],
  [
    'a service without a default keyring',
    async () => {
      await rm(join(session().env['XDG_DATA_HOME'] ?? '', 'keyrings'), { recursive: true });
      await session().startWithoutKeyring();
      return session().env;
    },
  ],
];

test.for(SITUATIONS)('%s: unavailable, never absent', async ([, situation]) => {
  const { vault } = open({ env: await situation() });
  expect(await vault.status()).toBe('missing');
  expect(await vault.read(ACCOUNT, { expected: true })).toMatchObject({ kind: 'missing' });
  expect(await vault.write(ACCOUNT, new Secret('one'))).toMatchObject({ kind: 'missing' });
  expect(revealed(await vault.read(ACCOUNT, { expected: true }))).toBe('one');
  expect(await vault.remove(ACCOUNT)).toBeInstanceOf(KeychainError);
});
