import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Secret } from '../../src/core/secret.ts';
import { ACCOUNT, revealed, SERVICE, sharedKeyring } from './fixture.ts';

const { session, open } = sharedKeyring();

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

/** Changes before the kill: nine parts are written, the head is changed, two old parts are deleted. Each of them with a store in memory: `chunked-store.test.ts`. */
const KILLS = [
  [9, 'old'],
  [10, 'new'],
] as const;

test("a kill between the writes of 10 kB within Windows' limit leaves the old or the new value", async () => {
  const { vault } = open({ itemLimit: WINDOWS_LIMIT });
  const found = async () => {
    const value = revealed(await vault.read(ACCOUNT, { expected: true }));
    return value === OLD ? 'old' : value === NEW ? 'new' : 'another';
  };
  for (const [changes, left] of KILLS) {
    expect(await vault.write(ACCOUNT, new Secret(OLD))).toBeNull();
    expect(await session().items({ service: SERVICE })).toHaveLength(itemsOf(OLD));
    expect(await dyingWriter(session().env, NEW, changes)).toBe('killed');
    expect([changes, await found()]).toEqual([changes, left]);
  }
  expect(await dyingWriter(session().env, NEW, Number.MAX_SAFE_INTEGER)).toBe('finished');
  expect(await found()).toBe('new');
  expect(await session().items({ service: SERVICE })).toHaveLength(itemsOf(NEW));
  expect(await vault.remove(ACCOUNT)).toBeNull();
  expect(await session().items({ service: SERVICE })).toEqual([]);
});
