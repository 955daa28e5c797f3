import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startWorld } from '../../scripts/world/world.ts';
import type { FaultInput } from '../../simulator/index.ts';
import type { ProviderId } from '../../src/shared/providers/providers.ts';
import { until } from '../keyring/until.ts';
import { ORDERS } from './confirm-order.ts';

// The app is a process here, which SIGKILL ends in the middle of an order. `cli-rent.test.ts` has the command line.

const PROGRAM = join(import.meta.dirname, 'dying-launcher.ts');
const READ = 'reads the offer again';
const SENT = 'sends the order';
const ANSWERED = 'gets the answer';

test.each<[step: string, ProviderId]>([
  [READ, 'lambda'],
  [SENT, 'runpod'],
  [ANSWERED, 'rental'],
  [ANSWERED, 'runpod'],
  [ANSWERED, 'vast'],
  [ANSWERED, 'lambda'],
])(
  'killed while it %s at %s, the app has at most one VM and says so at its next start',
  async (step, provider) => {
    const world = await startWorld({ provider, vms: 2 });
    onTestFinished(world.close);
    const { control, time, baseUrl, credentials, folder } = world;
    const before = new Set(control.vms().map(({ id }) => id));
    const created = () => control.vms().flatMap(({ id }) => (before.has(id) ? [] : [id]));
    const place = { provider, baseUrl, key: credentials[0].apiKeys.read_write };
    const argument = JSON.stringify({ folder, now: time.now(), ...place });
    const child = spawn(process.execPath, [PROGRAM, argument], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    const { method, path, offers } = ORDERS[provider];
    const stall: FaultInput = { method, path, fault: { kind: 'stall-before-headers' } };
    const { clear } = control.addFault(
      {
        [READ]: { path: offers, fault: stall.fault },
        [SENT]: stall,
        [ANSWERED]: { ...stall, fault: { kind: 'stall-mid-body' } as const },
      }[step] ?? stall,
    );
    child.stdin.write('now\n');
    await until('a request stalls', () => control.stalled() === 1);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    clear();
    expect(created()).toHaveLength(step === ANSWERED ? 1 : 0);

    const application = await world.starter({})();
    onTestFinished(() => application.stop());
    const { requests, state } = application;
    const accountId = state().accounts[0]?.id ?? null;
    await time.passUntil(requests.signInWithKey({ ...place, accountId }));
    await time.pass(180_000);
    const { currentLaunch, notice } = state();
    expect(created()).toHaveLength(step === ANSWERED ? 1 : 0);
    if (step === READ) expect([currentLaunch, notice]).toEqual([null, null]);
    if (step === SENT) expect(currentLaunch).toMatchObject({ phase: 'unknown', vmIds: [] });
    if (step === ANSWERED) expect(notice).toContain('An interrupted launch created');
  },
);
