import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../clock.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { startProgram } from './testing/program.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { FileError } from './unusable-file.ts';
import { withFileLock } from './with-file-lock.ts';

const commands = new URL('./testing/file-commands.ts', import.meta.url);

async function lockInFolder(): Promise<string> {
  return join(await temporaryFolder(), 'thing.lock');
}

/** A process that holds the lock until it is killed. */
async function holder(lockFile: string) {
  const held = startProgram(commands, ['hold', lockFile]);
  expect(await held.nextLine()).toBe('held');
  return held;
}

describe('withFileLock', () => {
  test('keeps the lock file for its owner alone, also one of an earlier version', async () => {
    const lock = await lockInFolder();
    const modeOf = async () => (await stat(lock)).mode & 0o777;
    expect(await withFileLock(lock, systemClock, modeOf)).toBe(0o600);
    await chmod(lock, 0o644);
    expect(await withFileLock(lock, systemClock, modeOf)).toBe(0o600);
  });

  test('runs callers of one process one after the other', async () => {
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

  test('loses no increment of two processes', async () => {
    const lock = await lockInFolder();
    const counter = join(dirname(lock), 'count');
    await writeFile(counter, '0');
    const counting = [1, 2].map(() => startProgram(commands, ['count', counter, lock, '200']));
    await Promise.all(counting.map((process) => process.ended()));
    expect(await readFile(counter, 'utf8')).toBe('400');
  });

  test('gets the lock of a killed process, and does not block the event loop while waiting', async () => {
    const lock = await lockInFolder();
    const held = await holder(lock);
    let attempts = 0;
    const clock: Clock = {
      ...systemClock,
      after(ms, run) {
        attempts += 1;
        return systemClock.after(ms, run);
      },
    };
    let turns = 0;
    let entered = false;
    const waiting = withFileLock(lock, clock, async () => {
      entered = true;
      return 'mine';
    });
    while (turns < 200 || attempts < 2) {
      await turn();
      turns += 1;
    }
    expect(entered).toBe(false);
    await held.kill();
    const attemptsBefore = attempts;
    expect(await waiting).toBe('mine');
    // The next attempt succeeds.
    expect(attempts).toBe(attemptsBefore);
  });

  test('throws after 30 s, not before', async () => {
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
    expect(ending).toMatchObject({ name: 'FileError', kind: 'busy' });
    expect(String(ending)).toContain('Try again in a moment');
    expect(clock.pending()).toEqual([]);
  });

  test('throws FileError when the lock file is a folder or its folder a file', async () => {
    const lock = await lockInFolder();
    await mkdir(lock);
    const locked = withFileLock(lock, systemClock, async () => {});
    await expect(locked).rejects.toThrow(FileError);
    await expect(locked).rejects.toThrow(
      `Failed to lock ${lock} (unable to open database file). Check its permissions.`,
    );
    const file = await lockInFolder();
    await writeFile(file, '');
    const below = withFileLock(join(file, 'x.lock'), systemClock, async () => {});
    await expect(below).rejects.toThrow(/Failed to lock .*: a file is in the place of a folder/);
  });

  test('repairs a damaged lock file, which holds nothing', async () => {
    const lock = await lockInFolder();
    const counter = join(dirname(lock), 'count');
    await writeFile(counter, '0');
    await writeFile(lock, 'no database'.repeat(1_000));
    const counting = [1, 2].map(() => startProgram(commands, ['count', counter, lock, '50']));
    await Promise.all(counting.map((process) => process.ended()));
    expect(await readFile(counter, 'utf8')).toBe('100');
  });

  test('needs no space on the disk', async () => {
    const lock = await lockInFolder();
    const held = startProgram(commands, ['hold', lock], { largestFile: 0 });
    expect(await held.nextLine()).toBe('held');
  });
});
