import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { utilityProcess } from '../testing/electron.ts';
import { keytarSpawner } from './keychain.ts';

// Electron's `utilityProcess` has no pid until `spawn`.
test.each([true, false])('a helper is ended, also before its start: %s', async (isEarly) => {
  const program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], {
    stdio: 'ignore',
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  const utility = Object.assign(new EventEmitter(), { pid: undefined as number | undefined });
  Object.assign(utilityProcess, { fork: () => utility });
  const exited = Promise.withResolvers<void>();
  const helper = keytarSpawner('keytar-process.js')(() => {}, exited.resolve);
  if (isEarly) helper.kill();
  utility.pid = program.pid;
  utility.emit('spawn');
  if (!isEarly) helper.kill();
  await once(program, 'exit');
  expect(program.signalCode).toBe('SIGKILL');
  helper.kill();
  utility.emit('exit', 1);
  await exited.promise;
});
