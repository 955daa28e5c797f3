import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { Secret } from '../../src/core/secret.ts';
import { ACCOUNT, test } from './fixture.ts';

const CANARY = 'canary-7f3a-never-to-be-seen';

test('the secret is nowhere but in the keyring and in Secret', async ({ keyring }) => {
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
