import { expect, test } from 'vitest';
import { fakeClient } from '../../core/monitor/testing/fake-client.ts';
import { makeSpend } from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { fakeContext, fakeSource, fakeTerminal, resultOf, vm } from '../testing/fakes.ts';
import { stopIdle } from './run-stop-idle.ts';

const DISK = { path: '/workspace', sizeGb: 20, perHour: 0.1, isNetwork: false };
const KEEPS = { effects: { stop: { keeps: [DISK], notes: [] } } };
const RATES = [
  { vmId: 'scratch', totalPerHour: 3.19 },
  { vmId: 'sweep', totalPerHour: 1.59 },
  { vmId: 'bare', totalPerHour: 0.9 },
];

const frozen = (id: string, change: Partial<Vm> = KEEPS) =>
  vm(id, { label: id, isFrozen: true, ...change });

const ALL = [
  frozen('scratch'),
  frozen('sweep'),
  frozen('bare', { effects: { stop: { keeps: [], notes: [] } } }),
];

/** `stop --idle`. @param typed line by line; null: `--yes` without a terminal @param used a VM that is in use again by its own record */
async function idleStop(typed: readonly string[] | null, used = '', vms: readonly Vm[] = ALL) {
  const terminal = fakeTerminal();
  const sent: string[] = [];
  const spend = { value: makeSpend({ perHour: 5.68, vms: RATES }) };
  const client = fakeClient({ vms: { value: vms }, spend });
  for (const one of vms)
    client.single.set(one.id, { value: { ...one, isFrozen: one.id !== used } });
  const operations = { stop: async (id: string) => void sent.push(id) };
  const result = await resultOf(
    stopIdle({
      command: {
        ...{ name: 'stop', vm: '', idle: true, given: null, json: false, verbose: false },
        ...{ yes: typed === null, wait: false, eraseData: false },
      },
      sources: [fakeSource('a', client, { operations }, { can: ['stop'] })],
      ...fakeContext(typed, { terminal }),
    }),
  );
  return { result, sent: sent.toSorted(), out: terminal.takeOut(), errors: terminal.takeErrors() };
}

test('lists the idle VMs, asks once, and for the name of one that would lose everything', async () => {
  const { result, sent, errors } = await idleStop(['yes', 'bare']);
  expect([result, sent]).toEqual([0, ['bare', 'scratch', 'sweep']]);
  expect(errors).toContain(
    'scratch  $3.19/h  frozen, GPU billed\n  Keeps /workspace (20 GB, $0.10/h). Erases everything else.\n',
  );
  expect(errors).toMatch(/saves \$4\.58\/h, \$110 a day\n.*Type yes to stop 2 VMs: /);
  expect(errors).toMatch(/bare .*\n {2}Erases everything\.\n.*Type bare to stop it: /);
});

test('leaves a VM out whose name is not typed', async () => {
  const { result, sent } = await idleStop(['yes', 'yes']);
  expect([result, sent]).toEqual([2, ['scratch', 'sweep']]);
});

test('stops nothing without a yes', async () => {
  expect(await idleStop(['no'])).toMatchObject({
    result: 'Not confirmed. Nothing changed.',
    sent: [],
  });
});

test('--yes asks nothing, and is refused where a stop erases everything', async () => {
  const { result, sent, errors } = await idleStop(null);
  expect([result, sent]).toEqual([2, ['scratch', 'sweep']]);
  expect(errors).toContain('Stopping bare erases everything on it');
  expect(errors).not.toContain('Type');
});

test('leaves out a VM that is in use again by its own record, and says so', async () => {
  const { result, sent, errors } = await idleStop(null, 'scratch', ALL.slice(0, 2));
  expect([result, sent]).toEqual([0, ['sweep']]);
  expect(errors).toContain('scratch may be in use again, so it wasn’t stopped.\n');
});

test('says that no VM is idle, and when idle times are not known', async () => {
  const { result, errors } = await idleStop([], '', [vm('train')]);
  expect(result).toBe(0);
  expect(errors).toMatch(/^Idle times are unknown for .*\nNo idle or stuck VM to stop\.\n$/);
});
