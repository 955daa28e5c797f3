import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../keyring/until.ts';
import { type Env, newUser, PATIENCE_MS } from './command-line.ts';
import { simulate, temporaryFolder } from './fixtures.ts';
import { onlyAccount } from './status-object.ts';

// `gpu-tray` as `npm link` installs it: a link to the `bin` file of package.json, run by the Node on the path.

const ROOT = join(import.meta.dirname, '..', '..');

async function script(path: string, ...lines: readonly string[]): Promise<void> {
  await writeFile(path, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(path, 0o755);
}

/** The link, beside a Node that records each start. */
async function linked(project: string) {
  const folder = await temporaryFolder();
  const record = join(folder, 'starts');
  await script(join(folder, 'node'), `echo "$1" >> '${record}'`, `exec '${process.execPath}' "$@"`);
  const { bin } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const path = join(folder, 'gpu-tray');
  await symlink(join(project, String(bin['gpu-tray'])), path);
  const starts = () => readFileSync(record, 'utf8').trim().split('\n');
  return { path, folder, starts };
}

/** A project with only the starter, and this script as its Node. */
async function projectWith(...lines: readonly string[]): Promise<string> {
  const project = await temporaryFolder();
  await cp(join(ROOT, 'bin'), join(project, 'bin'), { recursive: true });
  if (lines.length === 0) return project;
  await mkdir(join(project, 'node_modules/node/bin'), { recursive: true });
  await script(join(project, 'node_modules/node/bin/node'), ...lines);
  return project;
}

interface Linked {
  readonly path: string;
  readonly folder: string;
}

/** In a separate process group, as from a shell. */
function start({ path, folder }: Linked, args: readonly string[], user: Env) {
  const env = { ...user, PATH: `${folder}:/usr/bin:/bin` };
  const child: ChildProcessWithoutNullStreams = spawn(path, args, {
    ...{ env, cwd: user['HOME'], detached: true },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${path} did not start`);
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const ended = once(child, 'close').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    printed,
  }));
  const says = (text: string) => until(text, () => printed.includes(text), PATIENCE_MS);
  return { child, pid, ended, says };
}

describe('the linked command', () => {
  it('runs with the project’s own Node from any folder', async () => {
    const sim = await simulate({ vms: 1 });
    const command = await linked(ROOT);
    const args = ['status', '--json', '--base-url', sim.baseUrl, '--api-key-stdin'];
    const run = start(command, args, await newUser());
    run.child.stdin.end(`${sim.credentials[0].apiKeys.read_only}\n`);
    const { code, printed } = await run.ended;
    expect(onlyAccount(printed)).toMatchObject({ status: 'live' });
    expect(code).toBe(0);
    expect(command.starts()).toEqual([command.path]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends with 0 on %s to the process group, which arrives twice',
    async (signal) => {
      const sim = await simulate({ vms: 1 });
      const args = ['status', '--watch', '--json', '--base-url', sim.baseUrl, '--api-key-stdin'];
      const run = start(await linked(ROOT), args, await newUser());
      run.child.stdin.end(`${sim.credentials[0].apiKeys.read_only}\n`);
      await run.says('"status":"live"');
      process.kill(-run.pid, signal);
      expect(await run.ended).toMatchObject({ code: 0, signal: null });
    },
  );

  it('passes on arguments, input and exit code unchanged', async () => {
    const project = await projectWith('printf "<%s>" "$@"', 'cat', 'exit 42');
    const run = start(await linked(project), ['a b', '', '$HOME', '--x'], await newUser());
    run.child.stdin.end('piped');
    const { code, printed } = await run.ended;
    expect(printed).toBe(`<${join(project, 'src/cli/main.ts')}><a b><><$HOME><--x>piped`);
    expect(code).toBe(42);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)('forwards %s', async (signal) => {
    const name = signal.slice(3);
    const project = await projectWith(
      `trap 'echo got; exit 9' ${name}`,
      'echo up',
      'while kill -0 $PPID; do sleep 0.1; done',
    );
    const run = start(await linked(project), [], await newUser());
    await run.says('up');
    run.child.kill(signal);
    expect(await run.ended).toMatchObject({ code: 9, printed: 'up\ngot\n' });
  });

  it('ends with the signal of the command', async () => {
    const run = start(await linked(await projectWith('kill -KILL $$')), [], await newUser());
    expect(await run.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  it('explains a missing npm ci', async () => {
    const project = await projectWith();
    const run = start(await linked(project), ['status'], await newUser());
    const { code, printed } = await run.ended;
    expect(printed).toBe(
      `gpu-tray: GPU Tray is not installed in ${project}. Run "npm ci" in that folder, then try again.\n`,
    );
    expect(code).toBe(1);
    expect(existsSync(join(project, 'node_modules'))).toBe(false);
  });
});
