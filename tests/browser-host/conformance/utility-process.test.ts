import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUtilityProcess } from '../electron/processes.ts';
import { createRuntime } from '../electron/runtime.ts';

const SCRIPTS = {
  // The standard one: it answers, until it is ended.
  echo: "process.parentPort.on('message', ({ data }) => process.parentPort.postMessage(data));",
  custom: 'process.exit(2);',
  exception: "throw new Error('test');",
} as const;

interface Child extends NodeJS.EventEmitter {
  readonly pid: number | undefined;
  postMessage(message: unknown): void;
  kill(): boolean;
}

const GONE = (name: string, reason: string, exitCode: number) => ({
  ...{ type: 'Utility', serviceName: 'node.mojom.NodeService' },
  ...{ name, reason, exitCode },
});

let folder = '';
const gone: object[] = [];
let fork: (name: keyof typeof SCRIPTS | 'nonexistent', serviceName: string) => Child;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-tray-utility-'));
  for (const [name, source] of Object.entries(SCRIPTS))
    await writeFile(join(folder, `${name}.cjs`), source);
  const runtime = createRuntime({ platform: 'linux', isWayland: false, uncaught: () => {} });
  runtime.becomeReady();
  const processes = createUtilityProcess(runtime, (details) => void gone.push(details));
  fork = (name, serviceName) =>
    Reflect.get(processes, 'fork')(join(folder, `${name}.cjs`), [], {
      stdio: 'ignore',
      serviceName,
    });
});
afterAll(() => rm(folder, { recursive: true }));

const exitCode = async (child: Child) => Number((await once(child, 'exit'))[0]);
const goneOf = (name: string) => gone.filter((details) => Reflect.get(details, 'name') === name);

// Named by the tests of Electron's own (`spec/api-utility-process-spec.ts`).
describe.concurrent('a utility process', () => {
  test('has no pid before it is spawned, and messages wait; what it posts stays what it is', async () => {
    const child = fork('echo', 'echo');
    expect([child.pid, child.kill()]).toEqual([undefined, false]);
    child.postMessage('early');
    await once(child, 'spawn');
    expect((await once(child, 'message'))[0]).toBe('early');
    const echoes: unknown[] = [];
    child.on('message', (data) => echoes.push(data));
    const values = [1, 'text', null, true, undefined, 10n, [1, { a: 2 }], new Date(5)];
    for (const value of values) child.postMessage(value);
    while (echoes.length < values.length) await once(child, 'message');
    expect(echoes).toEqual(values);
    expect(() => child.postMessage(() => {})).toThrow('could not be cloned');
    const exited = exitCode(child);
    expect([child.kill(), await exited]).toEqual([true, 0]);
    expect([child.pid, child.kill()]).toEqual([undefined, false]);
    child.postMessage('late');
    expect(goneOf('echo')).toEqual([GONE('echo', 'killed', 15)]);
  });

  test('emits the correct error code when child process is killed', async () => {
    const child = fork('echo', 'outside');
    await once(child, 'spawn');
    process.kill(child.pid ?? 0, 'SIGKILL');
    expect(await exitCode(child)).toBe(9);
    expect(goneOf('outside')).toEqual([GONE('outside', 'killed', 9)]);
  });

  test.each([
    ["emits 'exit' when process.exit is called", 'custom', 2],
    ["emits 'exit' when there is uncaught exception", 'exception', 1],
    ["emits 'exit' when the child process file does not exist", 'nonexistent', 1],
  ] as const)('%s', async (_, name, code) => {
    expect(await exitCode(fork(name, name))).toBe(code);
  });
});
