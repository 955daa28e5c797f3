import { fork } from 'node:child_process';
import { z } from 'zod';
import { argument } from './argument.ts';
import { emitter } from './emitter.ts';
import type { Lifecycle } from './lifecycle.ts';
import { strict } from './strict.ts';

const SHIM = new URL('./parent-port.ts', import.meta.url).href;
const optionsSchema = z
  .strictObject({
    env: z.record(z.string(), z.string().optional()).optional(),
    stdio: z.enum(['ignore', 'pipe', 'inherit']).optional(),
    serviceName: z.string().optional(),
    cwd: z.string().optional(),
  })
  .default({});

/** `utilityProcess`: a Node process whose line home is `process.parentPort`. */
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
          // Standard output is this host's own, for its one line.
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
