/* Reads the number in a file and writes it back one higher, so many times. Arguments: the file, its lock file, times. */
import { readFile, writeFile } from 'node:fs/promises';
import { systemClock } from '../../clock.ts';
import { withFileLock } from '../with-file-lock.ts';

const [path = '', lockFile = '', times = ''] = process.argv.slice(2);
for (let time = 0; time < Number(times); time += 1)
  await withFileLock(lockFile, systemClock, async () => {
    const count = Number(await readFile(path, 'utf8'));
    await writeFile(path, String(count + 1));
  });
