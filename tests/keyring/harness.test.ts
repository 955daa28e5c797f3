import { afterEach, expect, test } from 'vitest';
import { type Keyring, startKeyring } from './harness.ts';

const open: Keyring[] = [];
afterEach(async () => {
  for (const keyring of open.splice(0)) await keyring.close();
});

async function start() {
  const keyring = await startKeyring();
  open.push(keyring);
  return keyring;
}

const store = (value: string): [string, ...string[]] => [
  'sh',
  '-c',
  `printf %s ${value} | secret-tool store --label=x kind test`,
];
const lookup: [string, ...string[]] = ['secret-tool', 'lookup', 'kind', 'test'];

test('a stored item survives a restart, and is readable only when unlocked', async () => {
  const keyring = await start();
  await keyring.run(store('one'));
  expect(await keyring.run(lookup)).toBe('one');
  await keyring.restart('locked');
  await expect(keyring.run(lookup)).rejects.toThrow();
  await keyring.unlock();
  expect(await keyring.run(lookup)).toBe('one');
  await keyring.lock();
  await expect(keyring.run(lookup)).rejects.toThrow();
  expect(await keyring.items({ kind: 'test' })).toHaveLength(1);
});

test('two keyrings share nothing', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  await first.run(store('one'));
  await expect(second.run(lookup)).rejects.toThrow();
  expect(await second.items({ kind: 'test' })).toEqual([]);
});

test('a killed keyring leaves the bus until it is restarted', async () => {
  const keyring = await start();
  await keyring.kill();
  await expect(keyring.items({})).rejects.toThrow('was not provided');
  await keyring.restart();
  expect(await keyring.items({})).toEqual([]);
});
