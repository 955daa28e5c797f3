import childProcess, { fork } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { constants } from 'node:os';
import { z } from 'zod';
import type { SpawnedProgram } from '../host-state.ts';
import { type Runtime, soon } from './runtime.ts';
import { argument, strict, strictEmitter } from './strict.ts';

const SHIM = new URL('./parent-port.ts', import.meta.url).href;
const EVENTS = ['spawn', 'message', 'exit', 'error'];
const OUTPUTS = ['ignore', 'pipe', 'inherit'] as const;
type Output = (typeof OUTPUTS)[number];
const optionsSchema = z
  .strictObject({
    env: z.record(z.string(), z.string().optional()).optional(),
    stdio: z.union([z.string(), z.array(z.string())]).optional(),
    serviceName: z.string().optional(),
    cwd: z.string().optional(),
    execArgv: z.array(z.string()).optional(),
  })
  .default({});

function outputOf(given: string | undefined, name: string): Output {
  const found = OUTPUTS.find((each) => each === given);
  if (found !== undefined) return found;
  throw new Error(`${name} must be of the following values: inherit, pipe, ignore`);
}

/** Standard output and error. */
function stdioOf(given: string | readonly string[] = 'inherit'): readonly [Output, Output] {
  if (typeof given === 'string') {
    const both = outputOf(given, 'stdio');
    return [both, both];
  }
  if (given.length < 3) throw new Error('configuration missing for stdin, stdout or stderr.');
  if (given[0] !== 'ignore') throw new Error('stdin value other than ignore is not supported.');
  return [outputOf(given[1], 'stdout configuration'), outputOf(given[2], 'stderr configuration')];
}

interface Termination {
  readonly exitCode: number;
  readonly reason: 'clean-exit' | 'abnormal-exit' | 'killed' | 'crashed' | 'launch-failed';
}

/** As Chromium reports it (`base/process/kill_posix.cc`): the signal's number is the exit code. */
function terminationOf(code: number | null, signal: NodeJS.Signals | null): Termination {
  if (signal === null)
    return { exitCode: code ?? 1, reason: code === 0 ? 'clean-exit' : 'abnormal-exit' };
  const isKilled = ['SIGINT', 'SIGKILL', 'SIGTERM'].includes(signal);
  return { exitCode: constants.signals[signal], reason: isKilled ? 'killed' : 'crashed' };
}

/** ms after which Chromium kills a process that ignores `kill()`. */
const KILL_AFTER_MS = 2_000;

/** Electron's `utilityProcess`: a Node process with `process.parentPort`. @param onGone as for `child-process-gone` */
export function createUtilityProcess(runtime: Runtime, onGone: (details: object) => void): object {
  return strict('utilityProcess', {
    fork(file: unknown, ...given: readonly unknown[]) {
      runtime.demandReady('utilityProcess cannot be created before app is ready.');
      // `fork(path, options)` is allowed.
      const hasArgs = given[0] === undefined || given[0] === null || Array.isArray(given[0]);
      const [args, input] = hasArgs ? given : [[], given[0]];
      const path = argument('utilityProcess.fork', z.string(), file);
      if (path === '') throw new Error('Missing UtilityProcess entry script.');
      const { env, stdio, cwd, serviceName, execArgv } = argument(
        'utilityProcess.fork',
        optionsSchema,
        input ?? {},
      );
      const outputs = stdioOf(stdio).map((each) => (each === 'inherit' ? 2 : each));
      const child = fork(path, argument('utilityProcess.fork', z.array(z.string()), args ?? []), {
        env: env ?? process.env,
        ...(cwd === undefined ? {} : { cwd }),
        execArgv: ['--import', SHIM, ...(execArgv ?? [])],
        serialization: 'advanced',
        // Standard output is reserved for the host's one line.
        stdio: ['ignore', ...outputs, 'ipc'],
      });
      let state: 'starting' | 'running' | 'ended' = 'starting';
      let isKilled = false;
      const utility = strictEmitter(runtime, 'UtilityProcess', EVENTS, {
        get pid() {
          return state === 'running' ? child.pid : undefined;
        },
        get stdout() {
          return state === 'ended' ? null : child.stdout;
        },
        get stderr() {
          return state === 'ended' ? null : child.stderr;
        },
        postMessage(data: unknown) {
          const message = { data: structuredClone(data) };
          if (state !== 'ended' && child.connected) child.send(message, () => {});
        },
        // Without a pid, Electron does nothing.
        kill() {
          if (state !== 'running') return false;
          isKilled = child.kill('SIGTERM');
          setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
          return isKilled;
        },
      });
      const end = ({ exitCode, reason }: Termination) => {
        if (state === 'ended') return;
        state = 'ended';
        // Ended by `kill()` counts as regular here (`electron_api_utility_process.cc`).
        utility.emit('exit', isKilled && reason === 'killed' ? 0 : exitCode);
        const name = serviceName ?? 'Node Utility Process';
        const service = { type: 'Utility', serviceName: 'node.mojom.NodeService' };
        if (reason !== 'clean-exit') onGone({ ...service, name, reason, exitCode });
      };
      child.on('spawn', () =>
        // Electron hears of it from another process.
        soon(() => {
          if (state !== 'starting') return;
          state = 'running';
          utility.emit('spawn');
        }),
      );
      child.on('message', (message) =>
        utility.emit('message', Reflect.get(Object(message), 'data')),
      );
      child.on('exit', (code, signal) => soon(() => end(terminationOf(code, signal))));
      child.on('error', () => {
        if (child.pid === undefined) end({ exitCode: 1, reason: 'launch-failed' });
      });
      return utility.object;
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
