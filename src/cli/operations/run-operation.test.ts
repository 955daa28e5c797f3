import { expect, test } from 'vitest';
import { fakeClient } from '../../core/monitor/testing/fake-client.ts';
import { ServiceError } from '../../core/providers/index.ts';
import { DEFAULT_SETTINGS } from '../../core/settings/index.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import type { AppAccount } from '../../shared/accounts/index.ts';
import type { ServiceProblem } from '../../shared/domain/problem.ts';
import type { VmOperation } from '../../shared/domain/service-profile.ts';
import { inStatus, makeRates, makeSpend } from '../../shared/domain/testing/records.ts';
import { rateOf, type Vm } from '../../shared/domain/vm.ts';
import {
  account,
  fakeContext,
  fakeSettings,
  fakeSource,
  fakeTerminal,
  resultOf,
  vm,
} from '../testing/fakes.ts';
import { runOperation } from './run-operation.ts';

const DISK = { path: '/', sizeGb: null, perHour: null, isNetwork: false };
const ERASES: Partial<Vm> = { effects: { stop: { keeps: [], notes: [] } } };
const UNPROVEN = { keys: { isUntried: true, isUnproven: true } };

interface Operated {
  readonly operation?: VmOperation;
  readonly record?: Partial<Vm>;
  /** Its record by now, and after the operation. */
  readonly before?: Partial<Vm>;
  readonly after?: Partial<Vm>;
  readonly problem?: ServiceProblem;
  readonly flags?: Partial<Record<'yes' | 'wait' | 'json' | 'eraseData', boolean>>;
  readonly of?: Partial<AppAccount>;
}

/** An operation on a running VM, a stop by default. @param typed at the prompt, line by line; null: no terminal, and `--yes` */
async function operate(typed: readonly string[] | null, given: Operated = {}) {
  const { operation = 'stop', record = {}, before = {}, after = {}, problem, flags } = given;
  const clock = createVirtualClock();
  const terminal = fakeTerminal();
  const running = vm('a', {
    label: 'train',
    rates: makeRates({ running: rateOf(1.1), storagePerHour: 0.02 }),
    effects: { stop: { keeps: [DISK], isWhole: true, notes: ['Programs end.'] } },
    ...record,
  });
  const sent: string[] = [];
  async function send() {
    sent.push(operation);
    if (problem !== undefined) throw new ServiceError(problem);
  }
  const rates = { vmId: 'a', totalPerHour: 1.2, storagePerHour: 0.1 };
  const client = fakeClient({ spend: { value: makeSpend({ vms: [rates] }) } });
  const own = {
    operations: { start: send, stop: send, destroy: send },
    getVm: async () => ({ ...running, ...(sent.length === 0 ? before : after) }),
  };
  const { id } = account();
  const stored = { id, label: 'a', baseUrl: 'https://x/', credential: 'apiKey' } as const;
  const settings = fakeSettings({
    ...DEFAULT_SETTINGS,
    accounts: [{ ...stored, email: null, hasCredential: true }],
  });
  const run = resultOf(
    runOperation({
      command: {
        ...{ name: operation, vm: 'train', given: null, idle: false, verbose: false },
        ...{ yes: typed === null, wait: false, json: false, eraseData: false, ...flags },
      },
      found: {
        ...{ alias: 'gpu-train', vmId: 'a' },
        vm: running,
        account: fakeSource(id, client, own, given.of),
      },
      ...fakeContext(typed, { settings, clock, terminal }),
    }),
  );
  await clock.advance(130_000);
  const [out, errors] = [terminal.takeOut(), terminal.takeErrors()];
  const { tried, proven } = settings.current.accounts[0] ?? {};
  return { result: await run, sent, out, errors, tried, proven };
}

const WAIT = { wait: true };
const STOPPED = inStatus('stopped');

test('names the VM, its rate and what is lost, and sends the operation once it is confirmed', async () => {
  const { result, sent, out, errors } = await operate(['yes'], { after: STOPPED, flags: WAIT });
  expect([result, sent, out]).toEqual([0, ['stop'], 'gpu-train has stopped.\n']);
  expect(errors).toMatch(
    /^Stop train\?\nIt costs \$1.20\/h\.\nKeeps its disk \(\$0.10\/h\)\.\nPrograms end\.\n/,
  );
  expect(errors).toContain('Type yes to stop gpu-train: ');
});

test.each([
  ['y', 'stop', {}],
  ['gpu-train', 'stop', {}],
  ['yes', 'stop', ERASES],
  ['yes', 'destroy', {}],
  ['gpu-train-2', 'destroy', {}],
] as const)('%s at the prompt does not %s', async (typed, operation, record) => {
  const { result, sent } = await operate([typed], { operation, record });
  expect([result, sent]).toEqual(['Not confirmed. Nothing changed.', []]);
});

test.each([
  ['destroy', {}],
  ['stop', ERASES],
] as const)('a %s that erases everything needs the name of the VM', async (operation, record) => {
  const { sent, errors } = await operate(['gpu-train'], { operation, record });
  expect(sent).toEqual([operation]);
  expect(errors).toContain(`Type gpu-train to ${operation} it: `);
});

test('a stop that erases everything is not sent with --yes, and is with --erase-data', async () => {
  const needed =
    'Stopping gpu-train erases everything on it: it has no volume. Pass --erase-data to allow that.';
  for (const yes of [false, true]) {
    const { result, sent } = await operate(null, { record: ERASES, flags: { yes } });
    expect([result, sent]).toEqual([needed, []]);
  }
  const erased = await operate(null, { record: ERASES, flags: { eraseData: true } });
  expect([erased.result, erased.sent]).toEqual([0, ['stop']]);
});

test('asks once more before the first stop of an account, and not with --yes', async () => {
  const declined = await operate(['yes', 'no'], { of: UNPROVEN });
  expect(declined.sent).toEqual([]);
  expect(declined.errors).toContain('No stop was confirmed with this account yet.');
  for (const [typed, of] of [
    [['yes', 'yes'], UNPROVEN],
    [['yes'], { keys: { isUntried: true } }],
    [null, UNPROVEN],
  ] as const)
    expect((await operate(typed, { of })).sent).toEqual(['stop']);
});

test('a stop that was accepted tries the key, and one that was confirmed proves the account', async () => {
  const accepted = await operate(null, { of: UNPROVEN });
  expect([accepted.tried, accepted.proven]).toEqual([true, undefined]);
  const confirmed = await operate(null, { of: UNPROVEN, after: STOPPED, flags: WAIT });
  expect([confirmed.tried, confirmed.proven]).toEqual([true, true]);
  const known = await operate(null, { after: STOPPED, flags: WAIT });
  expect([known.tried, known.proven]).toEqual([undefined, undefined]);
});

test('a stop that another client sent proves nothing', async () => {
  let readings = 0;
  const before = {
    get phase() {
      readings += 1;
      return readings > 2 ? 'stopped' : 'stopping';
    },
  } as const;
  const waited = await operate(null, { before, flags: WAIT, of: UNPROVEN });
  expect([waited.result, waited.sent, waited.proven]).toEqual([0, [], undefined]);
});

test('nothing is sent to a VM whose stop its provider refuses', async () => {
  const { result, sent } = await operate(null, { record: { refusals: { stop: 'It is locked.' } } });
  expect([result, sent]).toEqual(['Cannot stop gpu-train now: It is locked.', []]);
});

test.each([
  ['stopped', 'gpu-train has stopped.\n'],
  ['destroyed', 'gpu-train is destroyed.\n'],
] as const)('sends no stop to a VM that is %s, and says so', async (word, said) => {
  const { result, sent, out } = await operate(null, { before: inStatus(word) });
  expect([result, sent, out]).toEqual([0, [], said]);
});

test('a start that waits for its GPU says so after two minutes', async () => {
  const after = { ...inStatus('starting'), note: 'waits for its GPU' };
  const { result, errors } = await operate(null, {
    ...{ operation: 'start', before: STOPPED, after, flags: WAIT },
  });
  expect(result).toBe(4);
  expect(errors).toContain('gpu-train is not running. Waits for its GPU.\n');
});

const UNCONFIRMED =
  'The stop of gpu-train is not confirmed after 2 minutes. Check it in the console.\n';

const VM02: ServiceProblem = {
  ...{ kind: 'server', status: 500, retryAt: null, detail: 'node vm02 does not answer' },
};
const ANSWERED = 'The service answered: node vm02 does not answer. gpu-train is still running.\n';

test.each([
  ['at once', { wait: false }, 'running', 4, '', ANSWERED],
  ['and that it is not confirmed', WAIT, 'running', 4, '', UNCONFIRMED],
  ['and that the VM has stopped all the same', WAIT, 'late', 0, 'gpu-train has stopped.\n', ''],
] as const)(
  'says what the service answered with a 500, %s',
  async (_, flags, status, code, out, last) => {
    let reads = 0;
    const after = {
      get phase() {
        reads += 1;
        return status === 'late' && reads > 8 ? 'stopped' : 'running';
      },
    } as const;
    const stopped = await operate(null, { after, problem: VM02, flags });
    expect([stopped.result, stopped.sent.length, stopped.out]).toEqual([code, 1, out]);
    expect(stopped.errors.startsWith(ANSWERED)).toBe(true);
    expect(stopped.errors.endsWith(last)).toBe(true);
  },
);

test('a 500 is no accepted operation for a program either', async () => {
  const { result, out, errors } = await operate(null, {
    ...{ operation: 'destroy', problem: VM02, flags: { json: true } },
  });
  expect([result, errors]).toEqual([4, ANSWERED]);
  expect(JSON.parse(out)).toMatchObject({
    outcome: 'refused',
    detail: 'node vm02 does not answer',
  });
});

test('a lost answer is no refusal', async () => {
  const { result, out } = await operate(null, { problem: { kind: 'timeout', seconds: 10 } });
  expect([result, out]).toEqual([
    0,
    'Requested the stop of gpu-train. Check it with gpu-tray status.\n',
  ]);
});
