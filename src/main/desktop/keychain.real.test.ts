import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { spawnKeytar } from './keychain.ts';

/** Electron's `utilityProcess` with a program that never ends: without a pid until `spawn`. */
function utilityProcesses() {
  const program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], {
    stdio: 'ignore',
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  class Utility extends EventEmitter {
    pid: number | undefined;
    postMessage(): void {}
    start(): void {
      this.pid = program.pid;
      this.emit('spawn');
    }
  }
  const utility = new Utility();
  program.once('exit', (code) => {
    utility.pid = undefined;
    utility.emit('exit', code ?? 1);
  });
  const helper = spawnKeytar({ fork: () => utility }, 'keytar-process.js')();
  return { program, utility, helper };
}

const signalOf = async (program: ChildProcess) => {
  await once(program, 'exit');
  return program.signalCode;
};

test('a helper ended before it has started is ended when it starts', async () => {
  const { program, utility, helper } = utilityProcesses();
  helper.kill();
  const ended = signalOf(program);
  utility.start();
  expect(await ended).toBe('SIGKILL');
  expect(helper.pid).toBeUndefined();
});

test('a running helper is ended, once', async () => {
  const { program, utility, helper } = utilityProcesses();
  utility.start();
  expect(helper.pid).toBe(program.pid);
  const ended = signalOf(program);
  helper.kill();
  helper.kill();
  expect(await ended).toBe('SIGKILL');
  helper.kill();
});
