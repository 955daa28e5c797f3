import { flushCompileCache } from 'node:module';
import { openHistory } from '../history.ts';

// Records readings in turn, each time with other rates, and prints each recorded one, until the process is killed.
// Arguments: the path, and the time of the first reading.

// No end of its own: a normal exit would write the compiled code for the next start.
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
