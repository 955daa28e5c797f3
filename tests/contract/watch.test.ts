import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { Simulator } from '../../simulator/index.ts';
import { until } from '../keyring/until.ts';
import { type Env, newUser, PATIENCE_MS, type Running, start } from './command-line.ts';
import { requestsTo, simulate } from './fixtures.ts';
import { onlyAccount } from './status-object.ts';

vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

/** `status --watch` with a key. The service's time stands still, so that only what a test does changes anything. */
function watching(sim: Simulator, env: Env, options: readonly string[] = ['--json']) {
  const key = sim.credentials[0].apiKeys.read_only;
  const args = ['status', '--watch', '--base-url', sim.baseUrl, '--api-key-stdin', ...options];
  return start(args, { env, input: key });
}

/** Two VMs, of which one is changing for ever: an account is asked every five seconds then instead of every thirty. */
async function changing() {
  const sim = await simulate({ vms: 0 });
  const vm = sim.control.createVm();
  sim.control.createVm();
  return { sim, id: vm.id, env: await newUser() };
}

const polls = (sim: Simulator) => requestsTo(sim, 'GET /vms');
const polled = (sim: Simulator, count: number) =>
  until(`${count} polls`, () => polls(sim) >= count, PATIENCE_MS);

/** Resolves when the last line that was printed is like that. */
const shown = (run: Running, isIt: (line: string) => boolean) =>
  until('a line like that', () => isIt(run.lines().at(-1) ?? ''), PATIENCE_MS);

describe('status --watch --json', () => {
  it('prints a new object when something changes, none when nothing does, and ends with 0 on SIGINT', async () => {
    const still = await changing();
    const unchanged = watching(still.sim, still.env);
    const { sim, id, env } = await changing();
    const run = watching(sim, env);
    await run.printed(1);
    const statuses = (line: string) => onlyAccount(line).vms.map((vm) => vm.status);
    expect(run.lines().map(statuses)).toEqual([['creating', 'creating']]);

    sim.control.setVm(id, { status: 'running' });
    await shown(run, (line) => statuses(line).includes('running'));
    expect(onlyAccount(run.lines().at(-1) ?? '').vms).toContainEqual(
      expect.objectContaining({ id, status: 'running' }),
    );

    sim.control.addFault({ path: '/', fault: { kind: 'status', status: 503 } });
    await shown(run, (line) => onlyAccount(line).status === 'stale');
    const stale = onlyAccount(run.lines().at(-1) ?? '');
    expect(stale.problem?.kind).toBe('server');
    expect(stale.vms).toHaveLength(2);

    run.child.kill('SIGINT');
    const { code, signal, stdout, stderr } = await run.ended;
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
    const lines = stdout.split('\n').slice(0, -1);
    // Each change may fall between the two requests of a poll, and show in two steps then.
    expect(lines.length).toBeLessThanOrEqual(5);
    expect(new Set(lines).size).toBe(lines.length);

    await polled(still.sim, 3);
    expect(unchanged.lines()).toHaveLength(1);
  });

  it('ends with 3 and a message when only a person can help', async () => {
    const sim = await simulate({ vms: 1 });
    sim.control.addFault({ path: '/', fault: { kind: 'status', status: 401 } });
    const { code, stdout, stderr } = await watching(sim, await newUser()).ended;
    expect(code).toBe(3);
    expect(onlyAccount(stdout)).toMatchObject({ status: 'signedOut' });
    expect(stderr).toMatch(/^This API key was not accepted\. [^\n]+\.\n$/);
  });

  it('SIGINT while the first answer is awaited ends it with 0', async () => {
    const sim = await simulate({ vms: 1 });
    const stall = sim.control.addFault({ path: '/', fault: { kind: 'stall-before-headers' } });
    const run = watching(sim, await newUser());
    await until('a request', () => stall.hits() > 0, PATIENCE_MS);
    run.child.kill('SIGINT');
    expect(await run.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('ends quietly when nobody reads', async () => {
    const sim = await simulate({ vms: 1 });
    const run = watching(sim, await newUser());
    run.child.stdout.destroy();
    expect(await run.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });
});

describe('a reader that has seen enough', () => {
  it.each([[['--json']], [[]]])(
    'status %j into a pipe that closes does not crash',
    async (options) => {
      const sim = await simulate({ vms: 10_000 });
      const key = sim.credentials[0].apiKeys.read_only;
      const args = ['status', '--base-url', sim.baseUrl, '--api-key-stdin', ...options];
      const { child, ended } = start(args, { env: await newUser(), input: key });
      await once(child.stdout, 'data');
      child.stdout.destroy();
      expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    },
  );
});
