import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The command line as a user installs it: the tarball of `npm pack`, in an empty prefix, with a new home folder and no registry.

const ROOT = join(import.meta.dirname, '../..');
const isWindows = process.platform === 'win32';
const run = promisify(execFile);

describe('the package of the command line', () => {
  let folder = '';
  let prefix = '';
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
    env = {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
      ...{ HOME: home, USERPROFILE: home, APPDATA: home, SystemRoot: process.env['SystemRoot'] },
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_update_notifier: 'false',
    };
    await npm('pack', '--ignore-scripts', '--pack-destination', folder);
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? 'no tarball';
    // Scripts off, as many companies have it: keytar's would only copy a library that it finds anyway.
    await npm(
      ...['install', '--global', '--prefix', prefix],
      ...['--offline', '--ignore-scripts', join(folder, tarball)],
    );
  }, 180_000);
  afterAll(() => rm(folder, { recursive: true }));

  test('runs without the project', async () => {
    const { version } = createRequire(import.meta.url)('../../package.json');
    expect((await gpuTray('--version')).stdout).toContain(version);
    expect((await gpuTray('--help')).stdout).toContain('gpu-tray COMMAND');
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

  test('contains the bundle and keytar only', async () => {
    expect(await readdir(installed('node_modules'))).toEqual(['keytar', 'node-addon-api']);
    expect(await readdir(installed('out'))).not.toContain('renderer');
    expect(await readdir(installed())).not.toContain('src');
  });
});
