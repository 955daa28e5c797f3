import childProcess, { fork } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { z } from 'zod';
import type { SpawnedProgram } from '../host-state.ts';
import type { Lifecycle } from './app.ts';
import { argument, emitter, strict } from './strict.ts';

const SHIM = new URL('./parent-port.ts', import.meta.url).href;
const optionsSchema = z
  .strictObject({
    env: z.record(z.string(), z.string().optional()).optional(),
    stdio: z.enum(['ignore', 'pipe', 'inherit']).optional(),
    serviceName: z.string().optional(),
    cwd: z.string().optional(),
  })
  .default({});

/** Electron's `utilityProcess`: a Node process with `process.parentPort`. */
export function createUtilityProcess(lifecycle: Lifecycle): object {
  return strict('utilityProcess', {
    fork(file: unknown, args: unknown = [], input: unknown = {}) {
      lifecycle.demandReady('utilityProcess cannot be created before app is ready.');
      const { env, stdio, cwd } = argument('utilityProcess.fork', optionsSchema, input);
      const output = stdio ?? 'inherit';
      const child = fork(
        argument('utilityProcess.fork', z.string(), file),
        argument('utilityProcess.fork', z.array(z.string()), args),
        {
          env: env ?? process.env,
          ...(cwd === undefined ? {} : { cwd }),
          execArgv: ['--import', SHIM],
          serialization: 'advanced',
          // Standard output is reserved for the host's one line.
          stdio: [
            'ignore',
            output === 'inherit' ? 2 : output,
            output === 'inherit' ? 2 : output,
            'ipc',
          ],
        },
      );
      const events = emitter('UtilityProcess', ['spawn', 'message', 'exit', 'error'], () => proxy);
      let isRunning = true;
      child.on('spawn', () => events.emit('spawn'));
      child.on('message', (message) => events.emit('message', message));
      child.on('exit', (code) => {
        isRunning = false;
        events.emit('exit', code ?? 1);
      });
      child.on('error', () => {
        if (child.pid === undefined) events.emit('exit', 1);
      });
      const proxy: object = strict('UtilityProcess', {
        ...events.methods,
        get pid() {
          return isRunning ? child.pid : undefined;
        },
        stdout: child.stdout,
        stderr: child.stderr,
        postMessage(message: unknown) {
          if (child.connected) child.send(Object(structuredClone(message)), () => {});
        },
        kill: () => child.kill('SIGTERM'),
      });
      return proxy;
    },
  });
}

const STARTERS = ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork'] as const;

/** Records every program that this process starts from now on. */
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
