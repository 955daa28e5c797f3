import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import type { SpawnedProgram } from '../host-state.ts';

const STARTERS = ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork'] as const;

/** Notes every program that this process starts from now on; they are started all the same. */
export function createSpawnRecord(): { programs(): SpawnedProgram[] } {
  const programs: SpawnedProgram[] = [];
  for (const name of STARTERS) {
    const start: unknown = Reflect.get(childProcess, name);
    if (typeof start !== 'function') continue;
    Reflect.set(childProcess, name, (...given: readonly unknown[]) => {
      const [command, args] = given;
      programs.push({
        command: String(command),
        args: Array.isArray(args) ? args.map(String) : [],
      });
      return Reflect.apply(start, childProcess, given);
    });
    // `util.promisify` finds the promise form of `execFile` here.
    const promisify = Symbol.for('nodejs.util.promisify.custom');
    const replaced: object = Object(Reflect.get(childProcess, name));
    const custom: unknown = Reflect.get(start, promisify);
    if (custom !== undefined) Reflect.set(replaced, promisify, custom);
  }
  syncBuiltinESMExports();
  return { programs: () => [...programs] };
}
