import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ServiceError } from '../../core/providers/index.ts';
import { DEFAULT_SETTINGS } from '../../core/settings/index.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import type { ServiceProblem } from '../../shared/domain/problem.ts';
import type { VmOperation } from '../../shared/domain/service-profile.ts';
import { inStatus, makeRates, makeSpend } from '../../shared/domain/testing/records.ts';
import { rateOf, type Vm } from '../../shared/domain/vm.ts';
import { account, fakeTerminal, vm } from '../testing/fakes.ts';
import { runOperation } from './run-operation.ts';

const DISK = { path: '/', sizeGb: null, perHour: null, isNetwork: false };

/**
 * `stop --wait` of a running VM. @param typed at the prompt; null: `--yes` @param problem null: the service accepts it
 * @param before its record by now
 */
async function stop(
  typed: string | null,
  after: Partial<Vm> = {},
  name: VmOperation = 'stop',
  problem: ServiceProblem | null = null,
  flags: Partial<{ wait: boolean; json: boolean }> = {},
  before: Partial<Vm> = {},
) {
  const clock = createVirtualClock();
  const terminal = fakeTerminal();
  const running = vm('a', {
    label: 'train',
    rates: makeRates({ running: rateOf(1.1), storagePerHour: 0.02 }),
    effects: { stop: { keeps: [DISK], isWhole: true, notes: ['Programs end.'] } },
  });
  const sent: string[] = [];
  const operate = async () => {
    sent.push(name);
    if (problem !== null) throw new ServiceError(problem);
  };
  const client = {
    getVm: async () => ({ ...running, ...(sent.length === 0 ? before : after) }),
    listVms: async () => ({ items: [running], skipped: 0, isComplete: true }),
    currentSpend: async () =>
      makeSpend({ vms: [{ vmId: 'a', totalPerHour: 1.2, storagePerHour: 0.1 }] }),
    operations: { start: operate, stop: operate, destroy: operate },
  };
  const input = Object.assign(Readable.from([`${typed}\n`]), { isTTY: typed !== null });
  const run = runOperation({
    command: {
      ...{ name, vm: 'train', given: null, idle: false },
      ...{
        yes: typed === null,
        wait: true,
        json: false,
        verbose: false,
        ...flags,
        eraseData: false,
      },
    },
    found: {
      host: { alias: 'gpu-train', vmId: 'a' },
      vm: running,
      account: {
        ...account(),
        name: 'example',
        client,
      },
    },
    settings: {
      file: { update: async (change) => change(DEFAULT_SETTINGS) },
    },
    terminal,
    clock,
    input,
    prompt: terminal.error,
    signal: new AbortController().signal,
  }).catch((error: unknown) => (error instanceof Error ? error.message : 'unknown'));
  await clock.advance(130_000);
  return { result: await run, sent, out: terminal.takeOut(), errors: terminal.takeErrors() };
}

test('names the VM, its rate and what is lost, and sends the operation once it is confirmed', async () => {
  const { result, sent, out, errors } = await stop('yes', inStatus('stopped'));
  expect([result, sent, out]).toEqual([0, ['stop'], 'gpu-train has stopped.\n']);
  expect(errors).toMatch(
    /^Stop train\?\nIt costs \$1.20\/h\.\nKeeps its disk \(\$0.10\/h\)\.\nPrograms end\.\n/,
  );
  expect(errors).toContain('Type yes to stop gpu-train: ');
});

test('destroys a VM only when its name is typed', async () => {
  const { result, sent, errors } = await stop('gpu-train', inStatus('destroyed'), 'destroy');
  expect([result, sent]).toEqual([0, ['destroy']]);
  expect(errors).toContain('Type gpu-train to destroy it: ');
});

test.each([
  ['y', 'stop'],
  ['gpu-train', 'stop'],
  ['yes', 'destroy'],
  ['gpu-train-2', 'destroy'],
] as const)('%s at the prompt does not %s', async (typed, operation) => {
  const { result, sent } = await stop(typed, {}, operation);
  expect([result, sent]).toEqual(['Not confirmed. Nothing changed.', []]);
});

test.each([
  ['stopped', 'gpu-train has stopped.\n'],
  ['destroyed', 'gpu-train is destroyed.\n'],
] as const)('sends no stop to a VM that is %s, and says so', async (word, said) => {
  const { result, sent, out } = await stop(null, {}, 'stop', null, {}, inStatus(word));
  expect([result, sent, out]).toEqual([0, [], said]);
});

test('a start that waits for its GPU says so after two minutes', async () => {
  const waiting = { ...inStatus('starting'), note: 'waits for its GPU' };
  const { result, errors } = await stop(null, waiting, 'start', null, {}, inStatus('stopped'));
  expect(result).toBe(4);
  expect(errors).toContain('gpu-train is not running. Waits for its GPU.\n');
});

const UNCONFIRMED =
  'The stop of gpu-train is not confirmed after 2 minutes. Check it in the console.\n';

test('exits with 4 when the stop is not confirmed within two minutes', async () => {
  const { result, sent, out, errors } = await stop(null);
  expect([result, sent.length, out]).toEqual([4, 1, '']);
  expect(errors).toContain(UNCONFIRMED);
});

const VM02: ServiceProblem = {
  ...{ kind: 'server', status: 500, retryAt: null, detail: 'node vm02 does not answer' },
};
const ANSWERED = 'The service answered: node vm02 does not answer. gpu-train is still running.\n';

test.each([
  ['at once', { wait: false }, 'running', 4, '', ANSWERED],
  ['and that it is not confirmed', {}, 'running', 4, '', UNCONFIRMED],
  ['and that the VM has stopped all the same', {}, 'late', 0, 'gpu-train has stopped.\n', ''],
] as const)(
  'says what the service answered with a 500, %s',
  async (_, flags, status, code, out, last) => {
    let reads = 0;
    const after = {
      get phase() {
        reads += 1;
        return status === 'late' && reads > 8 ? 'stopped' : 'running';
      },
    };
    const stopped = await stop(null, after, 'stop', VM02, flags);
    expect([stopped.result, stopped.sent.length, stopped.out]).toEqual([code, 1, out]);
    expect(stopped.errors.startsWith(ANSWERED)).toBe(true);
    expect(stopped.errors.endsWith(last)).toBe(true);
  },
);

test('a 500 is no accepted operation for a program either', async () => {
  const { result, out, errors } = await stop(null, {}, 'destroy', VM02, {
    json: true,
    wait: false,
  });
  expect([result, errors]).toEqual([4, ANSWERED]);
  expect(JSON.parse(out)).toMatchObject({
    outcome: 'refused',
    detail: 'node vm02 does not answer',
  });
});

test('a lost answer is no refusal', async () => {
  const { result, out } = await stop(
    null,
    {},
    'stop',
    { kind: 'timeout', seconds: 10 },
    { wait: false },
  );
  expect([result, out]).toEqual([
    0,
    'Requested the stop of gpu-train. Check it with gpu-tray status.\n',
  ]);
});

test('names what the balance lacks', async () => {
  const problem = { kind: 'insufficientBalance', required: 3.5, available: 1.25 } as const;
  const { result } = await stop(null, {}, 'stop', problem);
  expect(result).toBe(
    'Insufficient balance: $3.50 required, $1.25 available. Add $2.25 or more in the web console.',
  );
});
