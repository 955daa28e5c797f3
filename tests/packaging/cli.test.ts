import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The command line as a user installs it: the tarball of `npm pack`, in an empty prefix, with a new home folder and no registry.

const ROOT = join(import.meta.dirname, '../..');
const isWindows = process.platform === 'win32';
const run = promisify(execFile);

/** Lines typed in the shell of the demo. RunPod's H200s stay on offer there; others come and go each simulated minute. */
const DEMO = `echo BEGIN
gpu-tray status > status
grep -o '^[A-Z].*  up to date' status
grep -o '^ *◆ .*GPU.*jupyter-mia ' status
gpu-tray show scratch | head -1
gpu-tray offers --gpu 4090 | head -1
gpu-tray launch --gpu h200 --provider runpod --yes | grep -o '^Launched gpu-tray'
gpu-tray stop --idle --yes
mkfifo lines
gpu-tray watch > lines &
read -r line < lines
echo "$line"
kill $!
wait $!
echo "watch ended with $?"
`;

describe('the package of the command line', () => {
  let folder = '';
  let prefix = '';
  let tarball = '';
  let temporary = '';
  let env: NodeJS.ProcessEnv = {};
  const installed = (...path: string[]) =>
    join(prefix, isWindows ? '' : 'lib', 'node_modules', 'gpu-tray', ...path);

  const npm = async (...args: string[]) => run('npm', args, { cwd: ROOT, env, shell: isWindows });
  const gpuTray = async (...args: string[]) =>
    run(process.execPath, [installed('bin/gpu-tray.mjs'), ...args], { cwd: folder, env });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-tray-cli-'));
    prefix = join(folder, 'prefix');
    const home = join(folder, 'home');
    // Where each npm finds its compiled code again.
    temporary = join(folder, 'temporary');
    await mkdir(temporary);
    env = {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
      ...{ HOME: home, USERPROFILE: home, APPDATA: home, SystemRoot: process.env['SystemRoot'] },
      TMPDIR: temporary,
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_update_notifier: 'false',
    };
    await npm('pack', '--ignore-scripts', '--pack-destination', folder);
    const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
    tarball = join(folder, packed ?? 'no tarball');
    // Scripts off, as many companies have it: keytar's would only copy a library that it finds anyway.
    await npm(
      ...['install', '--global', '--prefix', prefix],
      ...['--offline', '--ignore-scripts', tarball],
    );
  }, 180_000);
  afterAll(() => rm(folder, { recursive: true }));

  test('runs without the project', async () => {
    const { version } = createRequire(import.meta.url)('../../package.json');
    expect((await gpuTray('--version')).stdout).toContain(version);
    expect((await gpuTray('--help')).stdout).toContain('gpu-tray COMMAND');
    expect((await gpuTray()).stdout).toBe('No account yet. Run: gpu-tray login\n');
  });

  test.each(['22.12.0', '23.3.0'])('names the Node that it needs, on %s', async (version) => {
    const versions = `{ ...process.versions, node: "${version}" }`;
    const older = `data:text/javascript,Object.defineProperty(process, "versions", { value: ${versions} })`;
    const options = { cwd: folder, env };
    const args = ['--import', older, installed('bin/gpu-tray.mjs'), '--version'];
    await expect(run(process.execPath, args, options)).rejects.toMatchObject({
      code: 1,
      stderr: `gpu-tray: Node 22.13+ or 24+ is required, this is ${process.version}.\n`,
    });
  });

  test('puts gpu-tray on the path', async () => {
    const commands = await readdir(join(prefix, isWindows ? '' : 'bin'));
    expect(commands).toContain('gpu-tray');
  });

  test('its keytar loads', () => {
    const keytar: unknown = createRequire(installed('out/cli/'))('keytar');
    expect(keytar).toHaveProperty('getPassword');
  });

  test.skipIf(isWindows)(
    'npx runs it in an empty folder: a demo whose commands work, and which leaves nothing',
    async () => {
      const [empty, home] = await Promise.all(
        ['empty', 'new-home'].map(async (name) => {
          await mkdir(join(folder, name));
          return join(folder, name);
        }),
      );
      const options = {
        cwd: empty,
        env: { ...env, HOME: home, SHELL: '/bin/sh' },
      };
      const words = ['--offline', '--yes', `../${basename(tarball)}`, 'demo'];
      const demo = run('npx', words, options);
      demo.child.stdin?.end(DEMO);
      const { stdout, stderr } = await demo;
      expect(stderr).toBe('');
      expect(stdout.split('\n').slice(stdout.split('\n').indexOf('BEGIN'))).toEqual([
        'BEGIN',
        ...['Studio', 'Research', 'Side project', 'Lab'].map((name) => `${name}  up to date`),
        expect.stringMatching(/^ {2}◆ idle 7 h, GPU 0 % {2}jupyter-mia /),
        'scratch  running',
        expect.stringMatching(/^\d+ offers, cheapest first$/),
        'Launched gpu-tray',
        'Requested the stop of scratch. Check it with gpu-tray status.',
        'Requested the stop of jupyter-mia. Check it with gpu-tray status.',
        expect.stringContaining('4 accounts'),
        'watch ended with 0',
        '',
      ]);
      const left = await readdir(temporary);
      expect(left.filter((name) => name.startsWith('gpu-tray'))).toEqual([]);
      expect(await readdir(empty ?? '')).toEqual([]);
      expect((await readdir(home ?? '')).toSorted()).toEqual(['.cache', '.npm']);
    },
    120_000,
  );

  test('contains the bundle, the licenses of its parts and keytar only', async () => {
    expect(await readdir(installed('node_modules'))).toEqual(['keytar', 'node-addon-api']);
    expect(await readdir(installed('out'))).not.toContain('renderer');
    expect((await readdir(installed())).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'bin',
      'node_modules',
      'out',
      'package.json',
    ]);
    for (const [bundle, part] of [
      ['cli', 'zod'],
      ['demo', 'fastify'],
    ] as const)
      expect(await readFile(installed('out', bundle, 'LICENSES.md'), 'utf8')).toContain(part);
  });
});
