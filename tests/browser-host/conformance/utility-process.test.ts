import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUtilityProcess } from '../electron/processes.ts';
import { createRuntime } from '../electron/runtime.ts';
import { conforms } from '../testing/conform.ts';

conforms('utilityProcess', [
  [
    'throws when empty script path is provided',
    "utilityProcess.fork('')",
    /^Missing UtilityProcess entry script/,
  ],
  [
    'throws when options.stdio is not valid',
    "utilityProcess.fork('x', [], { stdio: 'ipc' })",
    /stdio must be of the following values: inherit, pipe, ignore/,
  ],
  [
    'throws when options.stdio is too short',
    "utilityProcess.fork('x', [], { stdio: ['ignore', 'ignore'] })",
    /configuration missing for stdin, stdout or stderr/,
  ],
  [
    'throws when stdin is piped',
    "utilityProcess.fork('x', [], { stdio: ['pipe', 'inherit', 'inherit'] })",
    /stdin value other than ignore is not supported/,
  ],
  [
    'serviceName must be a string',
    "utilityProcess.fork('x', [], { serviceName: 5 })",
    /Error processing argument/,
  ],
]);

conforms(
  'utilityProcess before ready',
  [
    [
      'docs/api/utility-process.md: after ready only',
      "utilityProcess.fork('x')",
      /can(not be created before| only be).* ready/,
    ],
  ],
  { isReady: false },
);

// All processes run at once, since starting one is most of the time; each case reads what one of them did.

const SCRIPTS = {
  // The standard one: it answers, until it is ended.
  echo: "process.parentPort.on('message', ({ data }) => process.parentPort.postMessage(data));",
  empty: '',
  custom: 'process.exit(2);',
  exception: "throw new Error('test');",
  log: "process.stdout.write('hello\\n'); process.stderr.write('world');",
  queue:
    "setTimeout(() => { let all = ''; process.parentPort.on('message', ({ data }) => { all += data; if (all.endsWith('queued')) process.parentPort.postMessage(all); }); }, 50);",
  args: 'process.parentPort.postMessage(process.argv.slice(2));',
  uncloneable:
    "process.parentPort.once('message', () => { try { process.parentPort.postMessage(() => {}); } catch { process.parentPort.postMessage('caught-non-cloneable'); } });",
} as const;

interface Child extends NodeJS.EventEmitter {
  readonly pid: number | undefined;
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  postMessage(message: unknown): void;
  kill(): boolean;
}

/** What was seen, by case. */
const seen = new Map<string, unknown>();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-tray-utility-'));
  for (const [name, source] of Object.entries(SCRIPTS))
    await writeFile(join(folder, `${name}.cjs`), source);
  const uncaught: unknown[] = [];
  const runtime = createRuntime({
    platform: 'linux',
    isWayland: false,
    uncaught: (error) => void uncaught.push(error),
  });
  runtime.becomeReady();
  const gone: object[] = [];
  const processes = createUtilityProcess(runtime, (details) => void gone.push(details));
  const fork = (name: keyof typeof SCRIPTS | 'nonexistent', options: object = {}): Child =>
    Reflect.get(processes, 'fork')(join(folder, `${name}.cjs`), [], {
      stdio: 'ignore',
      ...options,
    });
  const exitCode = async (child: Child) => Number((await once(child, 'exit'))[0]);

  await Promise.all([
    (async () => {
      const child = fork('echo', { serviceName: 'echo' });
      const before = [child.pid, child.kill()];
      child.postMessage('early');
      await once(child, 'spawn');
      seen.set('before spawn', before);
      seen.set('pid', typeof child.pid);
      seen.set('early message', (await once(child, 'message'))[0]);
      const echoes: unknown[] = [];
      child.on('message', (data) => echoes.push(data));
      const values = [1, 'text', null, true, undefined, 10n, [1, { a: 2 }], new Date(5)];
      for (const value of values) child.postMessage(value);
      while (echoes.length < values.length) await once(child, 'message');
      seen.set('values', echoes);
      try {
        child.postMessage(() => {});
      } catch (error) {
        seen.set('uncloneable', error instanceof Error && error.name);
      }
      seen.set('emitter', [child.listenerCount('message'), typeof child.prependListener]);
      const exited = exitCode(child);
      seen.set('kill', child.kill());
      seen.set('killed', await exited);
      seen.set('after exit', [child.pid, child.kill()]);
      child.postMessage('late');
      seen.set('late message', 'ignored');
    })(),
    (async () => {
      const child = fork('echo', { serviceName: 'outside' });
      await once(child, 'spawn');
      process.kill(child.pid ?? 0, 'SIGKILL');
      seen.set('killed from outside', await exitCode(child));
    })(),
    (async () => {
      const child = fork('echo');
      // The first one: those after the one that throws are not called.
      const spawned = once(child, 'spawn');
      child.on('spawn', () => {
        throw new Error('mine');
      });
      await spawned;
      seen.set('exception in a listener', uncaught.map(String));
      child.kill();
      await exitCode(child);
    })(),
    exitCode(fork('empty')).then((code) => seen.set('empty', code)),
    exitCode(fork('custom', { serviceName: 'custom' })).then((code) => seen.set('custom', code)),
    exitCode(fork('exception')).then((code) => seen.set('exception', code)),
    exitCode(fork('nonexistent')).then((code) => seen.set('nonexistent', code)),
    (async () => {
      const child = fork('log', { stdio: ['ignore', 'pipe', 'pipe'] });
      let [out, error] = ['', ''];
      child.stdout?.on('data', (part) => {
        out += String(part);
      });
      child.stderr?.on('data', (part) => {
        error += String(part);
      });
      await exitCode(child);
      seen.set('output', [out, error]);
    })(),
    (async () => {
      const child = fork('log');
      seen.set('ignored output', [child.stdout, child.stderr]);
      await exitCode(child);
    })(),
    (async () => {
      const child = fork('queue');
      for (const part of ['This message', ' is', ' queued']) child.postMessage(part);
      seen.set('queue', (await once(child, 'message'))[0]);
      child.kill();
      await exitCode(child);
    })(),
    (async () => {
      const forked = (...rest: readonly unknown[]): Child =>
        Reflect.get(processes, 'fork')(join(folder, 'args.cjs'), ...rest);
      const children = [forked({ stdio: 'ignore' }), forked(['--x'], { stdio: 'ignore' })];
      const messages = await Promise.all(children.map((child) => once(child, 'message')));
      seen.set('arguments', messages.flat());
    })(),
    (async () => {
      const child = fork('uncloneable');
      child.postMessage('x');
      seen.set('uncloneable in the child', (await once(child, 'message'))[0]);
      child.kill();
      await exitCode(child);
    })(),
  ]);
  for (const service of ['custom', 'echo', 'outside'])
    seen.set(
      `gone: ${service}`,
      gone.filter((details) => Reflect.get(details, 'name') === service),
    );
});
afterAll(() => rm(folder, { recursive: true }));

const GONE = (name: string, reason: string, exitCode: number) => ({
  ...{ type: 'Utility', serviceName: 'node.mojom.NodeService' },
  ...{ name, reason, exitCode },
});

describe('a utility process', () => {
  test.each([
    [
      'pid: is undefined before the child process is spawned succesfully; kill does nothing',
      'before spawn',
      [undefined, false],
    ],
    ['pid: is valid when child process launches successfully', 'pid', 'number'],
    ['docs: a message before spawn waits', 'early message', 'early'],
    [
      'establishes a default ipc channel with the child process: values stay what they are',
      'values',
      [1, 'text', null, true, undefined, 10n, [1, { a: 2 }], new Date(5)],
    ],
    [
      'electron_api_utility_process.cc: throws for what cannot be cloned',
      'uncloneable',
      'DataCloneError',
    ],
    ['is an event emitter', 'emitter', [1, 'function']],
    ['kill() terminates the child process gracefully: returns true', 'kill', true],
    ['kill() terminates the child process gracefully: exit code', 'killed', 0],
    [
      'pid: is undefined when child process is killed; kill returns false',
      'after exit',
      [undefined, false],
    ],
    ['a message after exit is ignored', 'late message', 'ignored'],
    ['emits the correct error code when child process is killed', 'killed from outside', 9],
    ['an exception in a listener', 'exception in a listener', ['Error: mine']],
    ["emits 'exit' when child process exits gracefully", 'empty', 0],
    ["emits 'exit' when process.exit is called", 'custom', 2],
    ["emits 'exit' when there is uncaught exception", 'exception', 1],
    ["emits 'exit' when the child process file does not exist", 'nonexistent', 1],
    [
      'stdout and stderr: is valid when child process launches with pipe stdio configuration',
      'output',
      ['hello\n', 'world'],
    ],
    [
      'stdout and stderr: is null when child process launches with ignore stdio configuration',
      'ignored output',
      [null, null],
    ],
    ['supports queuing messages on the receiving end', 'queue', 'This message is queued'],
    [
      'handles the parent port trying to send an non-clonable object',
      'uncloneable in the child',
      'caught-non-cloneable',
    ],
    ['utility-process.ts: options in place of arguments', 'arguments', [[], ['--x']]],
    [
      "app 'child-process-gone' event with custom serviceName",
      'gone: custom',
      [GONE('custom', 'abnormal-exit', 2)],
    ],
    [
      'electron_api_app.cc BrowserChildProcessKilled: by kill()',
      'gone: echo',
      [GONE('echo', 'killed', 15)],
    ],
    [
      'electron_api_app.cc BrowserChildProcessKilled: from outside',
      'gone: outside',
      [GONE('outside', 'killed', 9)],
    ],
  ])('%s', (_, key, result) => {
    expect(seen.get(key)).toEqual(result);
  });
});
