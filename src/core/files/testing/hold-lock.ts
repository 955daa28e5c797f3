/* Takes a lock, says `held`, and keeps it until it is killed. Argument: the lock file. */
import { systemClock } from '../../clock.ts';
import { withFileLock } from '../with-file-lock.ts';

const [lockFile = ''] = process.argv.slice(2);
await withFileLock(lockFile, systemClock, async () => {
  process.stdout.write('held\n');
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 60_000);
  });
});
