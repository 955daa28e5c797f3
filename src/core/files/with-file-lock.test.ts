import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../clock.ts';
import { createVirtualClock } from '../virtual-clock.ts';
import { startProgram } from './testing/program.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { LockTimeout, LockUnavailable, withFileLock } from './with-file-lock.ts';

const countUp = new URL('./testing/count-up.ts', import.meta.url);
const holdLock = new URL('./testing/hold-lock.ts', import.meta.url);

async function lockInFolder(): Promise<string> {
  return join(await temporaryFolder(), 'thing.lock');
}

/** A process that holds the lock until it is killed. */
async function holder(lockFile: string) {
  const held = startProgram(holdLock, [lockFile]);
  expect(await held.nextLine()).toBe('held');
  return held;
}

describe('withFileLock', () => {
  test('passes the result and the error on, and is free again after both', async () => {
    const lock = await lockInFolder();
    expect(await withFileLock(lock, systemClock, async () => 'result')).toBe('result');
    const failing = withFileLock(lock, systemClock, () => Promise.reject(new Error('mine')));
    await expect(failing).rejects.toThrow('mine');
    expect(await withFileLock(lock, systemClock, async () => 'again')).toBe('again');
  });

  test('creates the folder for its owner alone', async () => {
    const lock = join(await temporaryFolder(), 'new', 'thing.lock');
    await withFileLock(lock, systemClock, async () => {});
    expect((await stat(dirname(lock))).mode & 0o777).toBe(0o700);
  });

  test('lets callers of one process in one after the other', async () => {
    const lock = await lockInFolder();
    let inside = 0;
    let most = 0;
    const visit = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await turn();
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 10 }, () => withFileLock(lock, systemClock, visit)));
    expect(most).toBe(1);
  });

  test('does not make callers with different locks wait for each other', async () => {
    const folder = await temporaryFolder();
    const inner = () => withFileLock(join(folder, 'b.lock'), systemClock, async () => 'inside');
    expect(await withFileLock(join(folder, 'a.lock'), systemClock, inner)).toBe('inside');
  });

  test('two processes that count up in one file lose no step', async () => {
    const lock = await lockInFolder();
    const counter = join(dirname(lock), 'count');
    await writeFile(counter, '0');
    const counting = [1, 2].map(() => startProgram(countUp, [counter, lock, '200']));
    await Promise.all(counting.map((process) => process.ended()));
    expect(await readFile(counter, 'utf8')).toBe('400');
  });

  test('a killed holder frees the lock at once, and until then waiting does not stop the rest', async () => {
    const lock = await lockInFolder();
    const held = await holder(lock);
    let looks = 0;
    const clock: Clock = {
      ...systemClock,
      after(ms, run) {
        looks += 1;
        return systemClock.after(ms, run);
      },
    };
    let turns = 0;
    let entered = false;
    const waiting = withFileLock(lock, clock, async () => {
      entered = true;
      return 'mine';
    });
    while (turns < 200 || looks < 2) {
      await turn();
      turns += 1;
    }
    expect(entered).toBe(false);
    await held.kill();
    const looksBefore = looks;
    expect(await waiting).toBe('mine');
    // The next look finds it free, and no other one is needed.
    expect(looks).toBe(looksBefore);
  });

  test('gives up after half a minute, and not before', async () => {
    const lock = await lockInFolder();
    await holder(lock);
    const clock = createVirtualClock();
    let ending: unknown = null;
    const waiting = withFileLock(lock, clock, async () => 'never').catch((error: unknown) => {
      ending = error;
    });
    while (clock.pending().length === 0) await turn();
    await clock.advance(29_900);
    expect(ending).toBeNull();
    await clock.advance(200);
    await waiting;
    expect(ending).toBeInstanceOf(LockTimeout);
    expect(String(ending)).toContain('wait a moment and try again');
    expect(clock.pending()).toEqual([]);
  });

  test('says what is wrong when there can be no lock file', async () => {
    const lock = await lockInFolder();
    await mkdir(lock);
    const locked = withFileLock(lock, systemClock, async () => {});
    await expect(locked).rejects.toThrow(LockUnavailable);
    await expect(locked).rejects.toThrow(
      `The lock ${lock} cannot be taken (unable to open database file). Check the permissions of its folder.`,
    );
  });

  test('says what is wrong when the folder is a file, or the lock file something else', async () => {
    const lock = await lockInFolder();
    await writeFile(lock, 'no database, but some text that somebody put here');
    const locked = withFileLock(lock, systemClock, async () => {});
    await expect(locked).rejects.toThrow(/cannot be taken \(file is not a database\)/);
    const below = withFileLock(join(lock, 'x.lock'), systemClock, async () => {});
    await expect(below).rejects.toThrow(/cannot be taken \(E(EXIST|NOTDIR)\)/);
  });
});
