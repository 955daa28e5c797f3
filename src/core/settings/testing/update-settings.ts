/*
 * Changes the settings that many times, each time adding a key with some padding, and prints each key once it is on disk, or the
 * error that ended it. Arguments: the file, a prefix for the keys, times, bytes of padding.
 */
import { flushCompileCache } from 'node:module';
import { systemClock } from '../../clock.ts';
import { FileError } from '../../files/index.ts';
import { silentLog } from '../../log.ts';
import { createSettingsFile } from '../index.ts';

// Some are killed, and end without writing what they compiled, for the next start.
flushCompileCache();
const [path = '', name = '', times = '', bytes = '0'] = process.argv.slice(2);
const file = createSettingsFile({
  path,
  clock: systemClock,
  log: silentLog,
  onNotice: () => {},
});
try {
  for (let time = 0; time < Number(times); time += 1) {
    const key = `${name}${time}`;
    await file.update((settings) => ({ ...settings, [key]: 'x'.repeat(Number(bytes)) }));
    process.stdout.write(`${key}\n`);
  }
} catch (error) {
  if (!(error instanceof FileError)) throw error;
  process.stdout.write(`${error.message}\n`);
}
