import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Secret } from '../../src/core/secret.ts';
import { ACCOUNT, revealed, SERVICE, sharedKeyring } from './fixture.ts';

const { session, open } = sharedKeyring();
const EXPECTED = { expected: true };

test('a credential is stored, updated in place, shared by app and CLI, kept over a keyring restart and removed', async () => {
  const [app, cli] = [open().vault, open().vault];
  expect(await app.status()).toBe('available');
  expect(await app.read(ACCOUNT, { expected: false })).toBeNull();
  expect(await app.write(ACCOUNT, new Secret('one'))).toBeNull();
  expect(revealed(await cli.read(ACCOUNT, EXPECTED))).toBe('one');

  const [item] = await session().items({ service: SERVICE });
  expect(await cli.write(ACCOUNT, new Secret('two'))).toBeNull();
  expect(await session().items({ service: SERVICE })).toEqual([item]);
  expect(await session().items({ service: SERVICE, account: ACCOUNT })).toEqual([item]);
  expect(revealed(await app.read(ACCOUNT, EXPECTED))).toBe('two');

  await session().restart();
  expect(revealed(await app.read(ACCOUNT, EXPECTED))).toBe('two');
  expect(await app.remove(ACCOUNT)).toBeNull();
  expect(await session().items({ service: SERVICE })).toEqual([]);
  expect(await cli.read(ACCOUNT, EXPECTED)).toBeNull();
  expect(await cli.remove(ACCOUNT)).toBeNull();
});

const VALUES = [
  ['NUL, where Linux cuts a value', 'before\0after'],
  ['lone surrogates, which have no UTF-8', '\ud800 middle \udfff'],
  ['a byte order mark and a line end', '\ufeffkey\r\n'],
  ['emoji and combining marks', 'é e\u0301 🔑'],
  ['an empty string, which keytar refuses', ''],
  ['10 kB', 'x'.repeat(10_240)],
] as const;

test('each value is read back unchanged, beside an item of our service name without an account', async () => {
  const store = `printf foreign | secret-tool store --label=foreign service '${SERVICE}'`;
  await session().run(['sh', '-c', store]);
  const { vault, helperPids } = open();
  expect(await vault.read(ACCOUNT, EXPECTED)).toBeNull();
  for (const [name, value] of VALUES) {
    expect(await vault.write(ACCOUNT, new Secret(value))).toBeNull();
    expect([name, revealed(await vault.read(ACCOUNT, EXPECTED))]).toEqual([name, value]);
  }
  expect(await vault.remove(ACCOUNT)).toBeNull();
  expect(await session().run(['secret-tool', 'lookup', 'service', SERVICE])).toBe('foreign');
  expect(helperPids).toHaveLength(1);
});

const CANARY = 'canary-7f3a-never-to-be-seen';

test('the secret appears in the keyring and in Secret only', async () => {
  const opened = open();
  const { vault, helperPids } = opened;
  const seen: unknown[] = [];
  seen.push(await vault.write(ACCOUNT, new Secret(CANARY)));
  seen.push(await vault.read(ACCOUNT, EXPECTED));
  await session().lock();
  seen.push(await vault.read(ACCOUNT, EXPECTED), await vault.remove(ACCOUNT));
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

  await session().unlock();
  expect(revealed(await vault.read(ACCOUNT, EXPECTED))).toBe(CANARY);
});
