import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Secret } from '../../src/core/secret.ts';
import { ACCOUNT, SERVICE, test } from './fixture.ts';

const WINDOWS_LIMIT = 1280;
const OLD = 'o'.repeat(2_000);
const NEW = 'n'.repeat(10_240);
/** A head, and parts of 1271 characters of JSON each. */
const itemsOf = (value: string) => 1 + Math.ceil((value.length + 2) / (WINDOWS_LIMIT - 9));

type Ending = 'killed' | 'finished';

function dyingWriter(
  env: Readonly<Record<string, string>>,
  value: string,
  changes: number,
): Promise<Ending> {
  const program = join(import.meta.dirname, 'dying-writer.ts');
  const child = spawn(process.execPath, [program, ACCOUNT, String(changes)], {
    env,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(value);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve('killed');
      else if (code === 0) resolve('finished');
      else reject(new Error(`The writer exited with ${code ?? signal}`));
    });
  });
}

test("a kill between any two writes of 10 kB within Windows' limit leaves the old or the new value", async ({
  keyring,
}) => {
  const session = await keyring.start();
  const { vault } = keyring.open(session.env, { itemLimit: WINDOWS_LIMIT });
  const found: string[] = [];
  let ending: Ending = 'killed';
  for (let changes = 0; ending === 'killed'; changes += 1) {
    expect(await vault.write(ACCOUNT, new Secret(OLD))).toEqual({ state: 'stored' });
    expect(await session.items({ service: SERVICE })).toHaveLength(itemsOf(OLD));
    ending = await dyingWriter(session.env, NEW, changes);
    const reading = await vault.read(ACCOUNT, { expected: true });
    expect(reading.state).toBe('present');
    if (reading.state !== 'present') return;
    const value = reading.secret.reveal();
    expect([OLD, NEW]).toContain(value);
    found.push(value === OLD ? 'old' : 'new');
  }
  // Nine parts are written, the head is changed, two old parts are deleted; the last run completes.
  expect(found).toEqual([...Array(10).fill('old'), ...Array(3).fill('new')]);
  expect(await session.items({ service: SERVICE })).toHaveLength(itemsOf(NEW));
  expect(await vault.remove(ACCOUNT)).toEqual({ removed: true });
  expect(await session.items({ service: SERVICE })).toEqual([]);
});
