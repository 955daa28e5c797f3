/* Takes a lock, says `held`, and keeps it until it is killed. Argument: the lock file. */
import { systemClock } from '../../clock.ts';
import { exclusively } from '../exclusively.ts';

const [lockFile = ''] = process.argv.slice(2);
await exclusively(lockFile, systemClock, async () => {
  process.stdout.write('held\n');
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 60_000);
  });
});
