import { flushCompileCache } from 'node:module';
import { openHistory } from '../history.ts';

// Records one reading after the other, with other rates each time, and prints each that was recorded, until it is killed.
// Arguments: the path, and the time of the first reading.

// It never ends by itself, which would write what it compiled, for its next start.
flushCompileCache();
const [path = '', start = ''] = process.argv.slice(2);
const history = openHistory(path);
for (let count = 0; ; count += 1) {
  const at = Number(start) + count * 1_000;
  const rates = new Map(['', 'one', 'two'].map((vm) => [vm, count % 97]));
  history.record(
    [{ source: 'a', at, rates }],
    [{ kind: 'alertOpened', at, rule: 'hourlyRate', limit: count }],
  );
  process.stdout.write(`${count}\n`);
  // Lets the line leave the process.
  await new Promise((resolve) => setImmediate(resolve));
}
