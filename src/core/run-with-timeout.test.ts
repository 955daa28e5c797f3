import { expect, test } from 'vitest';
import { runWithTimeout } from './run-with-timeout.ts';

const node = (script: string): [string, string[]] => [process.execPath, ['-e', script]];

test('output, a complaint, an absent program and a hanging one are told apart', async () => {
  const run = runWithTimeout(process.env, 30_000);
  expect(await run(...node('process.stdout.write("yes")'))).toEqual({
    state: 'done',
    stdout: 'yes',
  });
  const complaint = await run(...node('process.stderr.write("no"); process.exitCode = 1'));
  expect(complaint).toEqual({ state: 'failed', stderr: 'no' });
  expect(await run('gpu-tray-no-such-program', [])).toEqual({ state: 'absent' });
  const impatient = runWithTimeout(process.env, 100);
  expect(await impatient(...node('setInterval(() => {}, 1000)'))).toEqual({ state: 'late' });
});

test('arguments meet no shell, and messages come untranslated', async () => {
  const run = runWithTimeout({ ...process.env, LC_ALL: 'de_DE.UTF-8' }, 30_000);
  const [program, args] = node('process.stdout.write(process.env.LC_ALL + process.argv[1])');
  expect(await run(program, [...args, '$(id) ; x'])).toEqual({
    state: 'done',
    stdout: 'C$(id) ; x',
  });
});

test('nothing of our own process reaches a program of the system', async () => {
  const mount = '/tmp/.mount_gpu-trXYZ';
  const run = runWithTimeout(
    {
      ...process.env,
      APPDIR: mount,
      LD_LIBRARY_PATH: `${mount}/usr/lib:`,
      XDG_DATA_DIRS: `${mount}/usr/share:/usr/share`,
      ELECTRON_RUN_AS_NODE: '1',
      SSH_AUTH_SOCK: '/run/agent',
    },
    30_000,
  );
  const names =
    "['APPDIR', 'LD_LIBRARY_PATH', 'XDG_DATA_DIRS', 'ELECTRON_RUN_AS_NODE', 'SSH_AUTH_SOCK']";
  const script = `process.stdout.write(${names}.map((name) => process.env[name] ?? '').join(' '))`;
  expect(await run(...node(script))).toEqual({ state: 'done', stdout: '  /usr/share  /run/agent' });
});
