import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Simulator } from '../../simulator/index.ts';
import { until } from '../keyring/until.ts';
import {
  type Env,
  MAIN,
  NODE,
  newUser,
  PATIENCE_MS,
  type Running,
  start,
  withKey,
} from './command-line.ts';
import { simulate, temporaryFolder } from './fixtures.ts';
import { onlyAccount } from './status-object.ts';

// The command line as a process: its input, output, colors and signals.

function startStatus(sim: Simulator, env: Env, options: readonly string[]): Running {
  const input = sim.credentials[0].apiKeys.read_only;
  return start(['status', ...withKey(sim), ...options], { env, input });
}

/** A status that takes less than 300 MB and 10 s of CPU time, which other programs do not change. */
async function frugal(sim: Simulator, options: readonly string[]) {
  const user = await newUser();
  const usageFile = join(user['HOME'] ?? '', 'usage');
  const noteUsage = join(user['HOME'] ?? '', 'note-usage.cjs');
  await writeFile(
    noteUsage,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(usageFile)}, JSON.stringify(process.resourceUsage())))`,
  );
  const env = { ...user, NODE_OPTIONS: `--require=${noteUsage}` };
  const ended = await startStatus(sim, env, options).ended;
  const usage: NodeJS.ResourceUsage = JSON.parse(await readFile(usageFile, 'utf8'));
  expect(usage.userCPUTime + usage.systemCPUTime).toBeLessThan(10_000_000);
  expect(usage.maxRSS / 1024).toBeLessThan(300);
  return ended;
}

describe('a command', () => {
  test('prints two thousand VMs to the end, and ends when its pipe is closed', async () => {
    // More than a pipe holds.
    const sim = await simulate({ vms: 2_000 });
    const env = await newUser();
    const { code, stdout, stderr } = await startStatus(sim, env, ['--json']).ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(onlyAccount(stdout).vms).toHaveLength(2_000);
    const { child, ended } = startStatus(sim, env, ['--json']);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  test('shows a list without an end as incomplete, with little memory and time', async () => {
    const sim = await simulate();
    sim.control.addFault({ path: '/vms', fault: { kind: 'new-vms' } });
    const { code, stdout, stderr } = await frugal(sim, ['--json']);
    expect([code, stderr]).toEqual([4, expect.stringContaining('VMs may be missing')]);
    // cli-status.test.ts has its schema, which takes seconds for so many.
    const [account] = JSON.parse(stdout).accounts;
    expect(account).toMatchObject({ complete: false, status: 'stale' });
    expect(account.vms.length).toBeLessThanOrEqual(20_000);
  });

  test.each(['', undefined])('writes nothing to the current folder with HOME=%j', async (HOME) => {
    const sim = await simulate({ vms: 1 });
    const cwd = await temporaryFolder();
    const args = [MAIN, 'status', ...withKey(sim)];
    const env = { PATH: process.env['PATH'], HOME };
    const child = spawn(NODE, args, { cwd, env, stdio: ['pipe', 'ignore', 'inherit'] });
    child.stdin.end(sim.credentials[0].apiKeys.read_only);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await readdir(cwd)).toEqual([]);
  });

  test('fails with exit code 1 when its output cannot be written', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(NODE, [MAIN, '--help'], { stdio: ['ignore', full, 'ignore'] });
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
  });
});

describe('status --watch --json', () => {
  /** Changing VMs are polled every 5 s instead of every 30 s; the simulator's time does not advance. */
  async function changing() {
    const sim = await simulate({ vms: 0 });
    const { id } = sim.control.createVm();
    sim.control.createVm();
    return { sim, id, env: await newUser() };
  }

  test('prints a new object after a change, and ends with 0 on SIGINT', async () => {
    const { sim, id, env } = await changing();
    const run = startStatus(sim, env, ['--watch', '--json']);
    const last = () => onlyAccount(run.lines().at(-1) ?? '');
    await run.printed(1);
    expect(last().vms.map((vm) => vm.status)).toEqual(['creating', 'creating']);

    sim.control.setVm(id, { status: 'running' });
    const statusOf = () => last().vms.find((vm) => vm.id === id)?.status;
    await until('the change', () => statusOf() === 'running', PATIENCE_MS);

    run.child.kill('SIGINT');
    const { code, signal, stdout, stderr } = await run.ended;
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
    const lines = stdout.split('\n').slice(0, -1);
    expect(new Set(lines).size).toBe(lines.length);
  });

  test('ends with 0 on SIGINT before the first response, and when its pipe is closed', async () => {
    const sim = await simulate({ vms: 1 });
    const env = await newUser();
    const unread = startStatus(sim, env, ['--watch', '--json']);
    unread.child.stdout.destroy();
    expect(await unread.ended).toMatchObject({ code: 0, signal: null, stderr: '' });

    const stall = sim.control.addFault({ path: '/', fault: { kind: 'stall-before-headers' } });
    const run = startStatus(sim, env, ['--watch', '--json']);
    await until('a request', () => stall.hits() > 0, PATIENCE_MS);
    run.child.kill('SIGINT');
    expect(await run.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });
});

test('prints colors on a terminal, unless one of the switches turns them off', async () => {
  const sim = await simulate({ vms: 4 });
  const user = await newUser();
  const keyFile = join(user['HOME'] ?? '', 'key');
  await writeFile(keyFile, sim.credentials[0].apiKeys.read_only);
  // `script` of util-linux provides the terminal.
  async function hasColors(options: string, more: Env): Promise<boolean> {
    const command = `"$NODE" "$MAIN" status ${withKey(sim).join(' ')} ${options} < "$KEY_FILE"`;
    const env = { ...user, TERM: 'xterm-256color', NODE, MAIN, KEY_FILE: keyFile, ...more };
    const run = promisify(execFile)('script', ['-qec', command, '/dev/null'], { env });
    run.child.stdin?.end();
    const { stdout } = await run;
    expect(stdout).toContain('up to date');
    return stdout.includes('\u001b[');
  }
  const cases: readonly (readonly [string, Env, boolean])[] = [
    // https://no-color.org
    ['', { NO_COLOR: '' }, true],
    ['', { NO_COLOR: '1' }, false],
    ['--no-color', {}, false],
  ];
  const colors = await Promise.all(cases.map(([options, env]) => hasColors(options, env)));
  expect(colors).toEqual(cases.map(([, , expected]) => expected));
});
