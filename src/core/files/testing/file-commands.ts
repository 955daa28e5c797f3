/* A process for the tests. Its first argument is one of these commands, the others are the command's. */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import { withFileLock } from '../with-file-lock.ts';
import { writeAtomically } from '../write-atomically.ts';

const [command, path = '', ...rest] = process.argv.slice(2);

/** Increments the number in a file that many times. */
async function count(lockFile = '', times = ''): Promise<void> {
  for (let time = 0; time < Number(times); time += 1)
    await withFileLock(lockFile, systemClock, async () => {
      const number = Number(await readFile(path, 'utf8'));
      await writeFile(path, String(number + 1));
    });
}

/** Takes a lock, prints `held`, and keeps it until it is killed. */
async function hold(): Promise<void> {
  await withFileLock(path, systemClock, async () => {
    process.stdout.write('held\n');
    await pause(60_000);
  });
}

/** Writes that many bytes to a file and prints `written`, or the error's code. */
async function write(bytes = ''): Promise<void> {
  const outcome = await writeAtomically(path, 'n'.repeat(Number(bytes))).then(
    () => 'written',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );
  process.stdout.write(`${outcome}\n`);
}

if (command === 'count') await count(...rest);
else if (command === 'hold') await hold();
else await write(...rest);
