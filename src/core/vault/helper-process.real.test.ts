import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { forkHelper } from './helper-process.ts';

let dir: string;
let entry: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gpu-tray-fork-'));
  entry = join(dir, 'entry.mjs');
  await writeFile(
    entry,
    `process.on('message', (message) => {
      process.stderr.write(message.item);
      process.send({ got: message, argv: process.argv.slice(2), flags: process.execArgv, env: process.env });
    });`,
  );
});
afterAll(() => rm(dir, { recursive: true }));

test('a helper inherits the environment without Node flags, answers, and is killed', async () => {
  const env = { ...process.env, ONE: '1', NODE_OPTIONS: '--no-warnings', LC_ALL: 'de_DE.UTF-8' };
  const complaints: string[] = [];
  const replied = Promise.withResolvers<unknown>();
  const gone = Promise.withResolvers<void>();
  let exits = 0;
  const helper = forkHelper({ entry, env, onStderr: (text) => complaints.push(text) })(
    replied.resolve,
    () => {
      exits += 1;
      gone.resolve();
    },
  );
  helper.send({ op: 'get', item: 'ouch' });
  const reply = await replied.promise;
  expect(reply).toMatchObject({
    got: { op: 'get', item: 'ouch' },
    argv: [],
    flags: [],
    env: { ONE: '1', LC_ALL: 'C' },
  });
  expect(reply).not.toHaveProperty('env.NODE_OPTIONS');

  helper.kill();
  helper.send({ op: 'get', item: 'late' });
  await gone.promise;
  helper.send({ op: 'get', item: 'late' });
  helper.kill();
  expect(exits).toBe(1);
  expect(complaints.join('')).toBe('ouch');
});

test('a missing entry file is an exit', async () => {
  const spawnHelper = forkHelper({ entry: join(dir, 'missing.mjs') });
  await new Promise<void>((resolve) => void spawnHelper(() => {}, resolve));
});

test('an idle helper does not keep a finished program alive', async () => {
  const module = new URL('./helper-process.ts', import.meta.url).href;
  const script = `import { forkHelper } from ${JSON.stringify(module)};
    forkHelper({ entry: ${JSON.stringify(entry)} })(() => {}, () => {});`;
  const program = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: 'ignore',
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  const [code] = await once(program, 'exit');
  expect(code).toBe(0);
});
