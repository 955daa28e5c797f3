/*
 * Changes SSH files, and before the n-th change of a file copies the home folder or kills itself. Arguments: places as JSON, what to
 * do, then the folder of the copies or n.
 */
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const [json = '', what = '', copiesOrNumber = ''] = process.argv.slice(2);
const places = JSON.parse(json);
const last = Number(copiesOrNumber);
const { cpSync } = fs;
let changes = 0;

function countChange(): void {
  if (changes === last) process.kill(process.pid, 'SIGKILL');
  if (Number.isNaN(last))
    cpSync(places.home, join(copiesOrNumber, `${changes}`), { recursive: true });
  changes += 1;
}

/** Counts the calls of these functions. */
function count<T extends object>(owner: T, names: readonly (keyof T)[]): void {
  for (const name of names) {
    const original = owner[name];
    if (typeof original !== 'function') throw new Error(`${String(name)} is no function`);
    const counting = (...args: unknown[]) => {
      countChange();
      return Reflect.apply(original, owner, args);
    };
    Object.defineProperty(owner, name, { value: counting });
  }
}

const open = promises.open;
promises.open = async (...args) => {
  countChange();
  const file = await open(...args);
  count(file, ['writeFile']);
  return file;
};
count(promises, ['rename', 'rm', 'unlink', 'writeFile', 'copyFile', 'link']);
count(fs, ['renameSync', 'unlinkSync', 'writeFileSync', 'rmSync']);
syncBuiltinESMExports();

const [{ openSsh }, { systemClock }, { silentLog }] = await Promise.all([
  import('../../src/core/ssh/index.ts'),
  import('../../src/core/clock.ts'),
  import('../../src/core/log.ts'),
]);
const ports = { env: process.env, clock: systemClock, log: silentLog, prefix: () => 'gpu' };
const { hosts, include } = openSsh({ places, ...ports });
if (what === 'move') await hosts.load();
if (what === 'add') await include.add();
if (what === 'remove') await include.remove();
