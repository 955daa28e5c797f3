import { expect, test } from 'vitest';
import type { ServiceProblem } from '../../shared/domain/problem.ts';
import type { VmOperation } from '../../shared/domain/service-profile.ts';
import { makeVm } from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { ServiceError } from './http/service-error.ts';
import { sendOperation } from './operation.ts';

const vm = (status: string, operations?: readonly VmOperation[]) =>
  makeVm({ id: 'v', status, ...(operations && { operations }) });

/** A stop that is answered with a 409. @param listed null: the list lacks the VM */
async function refused(
  after: Vm,
  listed: Vm | null,
  isComplete = true,
  problem: ServiceProblem = { kind: 'invalid', detail: 'Not valid for its status' },
) {
  const lists: string[] = [];
  let isSent = false;
  const client = {
    getVm: async () => (isSent ? after : vm('running')),
    async listVms() {
      lists.push('list');
      return { vms: listed === null ? [] : [listed], skipped: 0, isComplete };
    },
  };
  const send = async () => {
    isSent = true;
    throw new ServiceError(problem, 409);
  };
  const result = await sendOperation(client, { operation: 'stop', send, vmId: 'v' }).catch(
    (error: unknown) => (error instanceof ServiceError ? error.problem : null),
  );
  return { result, lists };
}

test.each([
  ['both', vm('stopped', ['start']), vm('stopped'), true, true],
  ['its record alone', vm('stopped', ['start']), vm('running'), true, false],
  ['its record, and an incomplete list does not', vm('stopped', ['start']), null, false, false],
  ['its record, and it is not listed', vm('destroyed', []), null, true, true],
] as const)(
  'after a 409 a stop is done when %s says so',
  async (_, after, listed, isComplete, isDone) => {
    const { result, lists } = await refused(after, listed, isComplete);
    expect(lists).toEqual(['list']);
    expect(result).toMatchObject(
      isDone ? { kind: 'needless', progress: 'done' } : { kind: 'notNow' },
    );
  },
);

test('an operation that the record refuses is not sent, and its reason is shown', async () => {
  const blocked = { ...vm('creating', []), refusals: { destroy: 'It is launching.' } };
  const sent: string[] = [];
  const client = {
    getVm: async () => blocked,
    listVms: async () => ({ vms: [blocked], skipped: 0, isComplete: true }),
  };
  const send = async (id: string) => void sent.push(id);
  const problem = { kind: 'notNow', detail: 'It is launching.', mayNow: [] };
  await expect(
    sendOperation(client, { operation: 'destroy', send, vmId: 'v' }),
  ).rejects.toMatchObject({ problem });
  expect(sent).toEqual([]);
});

test('a 409 says what the VM may do now, where its record does', async () => {
  const { result, lists } = await refused(vm('starting', ['stop', 'destroy']), null);
  expect([result, lists]).toEqual([
    { kind: 'notNow', detail: 'Not valid for its status', mayNow: ['stop', 'destroy'] },
    [],
  ]);
});

test('a 409 of something in front of the provider says nothing of the VM', async () => {
  const problem = { kind: 'notTheService', found: 'answer', status: 409 } as const;
  const after = vm('running', ['stop', 'destroy']);
  expect((await refused(after, null, true, problem)).result).toEqual(problem);
});

test('after a 409 the record alone counts where it lists no operations', async () => {
  const { result, lists } = await refused(vm('stopped'), vm('running'));
  expect([result, lists]).toMatchObject([{ kind: 'needless', progress: 'done' }, []]);
});

test.each<[string, Vm | ServiceError | null, object, number]>([
  ['is done, and not sent', null, { kind: 'needless', progress: 'done', vm: null }, 0],
  [
    'says nothing where the list is gone, too, and is not sent',
    new ServiceError({ kind: 'changedInterface' }, 404),
    { kind: 'changedInterface' },
    0,
  ],
  ['is sent where the list has it running', vm('running'), { kind: 'sent' }, 1],
  [
    'is done where the list has it stopped',
    vm('stopped'),
    { kind: 'needless', progress: 'done', vm: vm('stopped') },
    0,
  ],
])('a stop of a VM that is not found %s', async (_, listed, expected, times) => {
  let sent = 0;
  const client = {
    async getVm(): Promise<Vm> {
      throw new ServiceError({ kind: 'notFound' }, 404);
    },
    async listVms() {
      if (listed instanceof ServiceError) throw listed;
      return { vms: listed === null ? [] : [listed], skipped: 0, isComplete: true };
    },
  };
  const send = async () => {
    sent += 1;
  };
  const result = await sendOperation(client, { operation: 'stop', send, vmId: 'v' }).catch(
    (thrown: unknown) => (thrown instanceof ServiceError ? thrown.problem : null),
  );
  expect([result, sent]).toMatchObject([expected, times]);
});

test.each<[VmOperation, Vm, 'done' | 'underway' | null]>([
  // It would start again by itself.
  ['stop', vm('interrupted', ['stop', 'destroy']), null],
  ['stop', vm('interrupted', ['destroy']), 'done'],
  ['destroy', vm('destroyed', ['destroy']), 'done'],
  ['start', vm('destroyed', ['start']), null],
  // Outbid, and terminated by another computer.
  ['start', vm('interrupted', ['stop', 'destroy']), 'underway'],
  ['start', vm('interrupted'), null],
  ['destroy', vm('stopping', []), 'underway'],
  ['destroy', { ...vm('stopping', []), refusals: { destroy: 'It is terminating.' } }, 'underway'],
  ['destroy', vm('stopping'), null],
])(
  'a %s is done, underway or neither, by what the record offers: %#',
  async (operation, listed, progress) => {
    const sent: string[] = [];
    const client = {
      getVm: async () => listed,
      listVms: async () => ({ vms: [listed], skipped: 0, isComplete: true }),
    };
    const send = async (id: string) => void sent.push(id);
    const result = await sendOperation(client, { operation, send, vmId: 'v' });
    expect(result).toMatchObject(
      progress === null ? { kind: 'sent' } : { kind: 'needless', progress },
    );
    expect(sent).toHaveLength(progress === null ? 1 : 0);
  },
);

test.each([{ kind: 'network' }, { kind: 'timeout', seconds: 15 }] as const)(
  'a stop without an answer ($kind) may have been carried out',
  async (problem) => {
    let sent = 0;
    const client = {
      getVm: async () => vm('running'),
      listVms: async () => ({ vms: [vm('running')], skipped: 0, isComplete: true }),
    };
    const send = async () => {
      sent += 1;
      throw new ServiceError(problem);
    };
    const stop = { operation: 'stop', send, vmId: 'v' } as const;
    expect([await sendOperation(client, stop), sent]).toMatchObject([{ kind: 'sent' }, 1]);
  },
);
