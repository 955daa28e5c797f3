import { expect, test } from 'vitest';
import { billedAt, makeVm } from '../domain/testing/records.ts';
import type { OperationEffect, Vm } from '../domain/vm.ts';
import { initialState } from '../state/index.ts';
import { environment } from '../testing/environment.ts';
import { makeAccount } from '../testing/make-account.ts';
import { savingsText, stopReview } from './stop-review.ts';

const DISK = { path: '/workspace', sizeGb: 20, perHour: 0.1, isNetwork: false };
const KEEPS: OperationEffect = { keeps: [DISK], notes: [] };
const STATE = initialState(environment, 0);
const NO_STOP = makeAccount({ id: 'a', provider: 'lambda', can: ['destroy'] });
const CAN_STOP = makeAccount({ id: 'a', provider: 'runpod', can: ['stop'] });

const listed = (known: Partial<Vm>, account = CAN_STOP) => {
  const stop = { status: 'running', isFrozen: true, effects: { stop: KEEPS } };
  const vm = makeVm({ id: 'v', billed: billedAt(3.19), ...stop, ...known });
  return { key: 'a/v', account, vm };
};

test('a review has what each stop keeps, erases and saves', () => {
  expect(stopReview(STATE, [listed({})], 0).stoppable).toMatchObject([
    {
      text: 'frozen, GPU billed',
      effects: ['Keeps /workspace (20 GB, $0.10/h).', 'Erases everything else.'],
      saves: 3.09,
    },
  ]);
});

test.each<[string, ReturnType<typeof listed>, RegExp | null, string?]>([
  ['its provider has no stop', listed({}, NO_STOP), /can’t stop instances/, 'console'],
  ['it is locked', listed({ refusals: { stop: 'It is locked.' } }), /^It is locked/, 'console'],
  [
    'a stop saves nothing',
    listed({ effects: { stop: { ...KEEPS, savesNothing: true } } }),
    /saves nothing/,
    'console',
  ],
  [
    'a stop erases all',
    listed({ effects: { stop: { keeps: [], notes: [] } } }),
    /erases everything/,
    'confirm',
  ],
  ['it is stopping', listed({ operations: ['destroy'] }), /in this state/, 'console'],
  ['it is in use', listed({ isFrozen: false }), null],
])('a VM is not among them: %s', (_, one, why, step) => {
  const { stoppable, others } = stopReview(STATE, [one], 0);
  expect(stoppable).toEqual([]);
  expect(others).toMatchObject(why === null ? [] : [{ why: expect.stringMatching(why), step }]);
});

test('a VM that is being stopped is left out, and one that did not stop is not', () => {
  const of = (isOverdue: boolean) => {
    const operations = { 'a/v': { operation: 'stop', isOverdue } } as const;
    return stopReview({ ...STATE, operations }, [listed({})], 0).stoppable.length;
  };
  expect([of(false), of(true)]).toEqual([0, 1]);
});

test.each([
  [[3.09, 1.59], 'saves $4.68/h, $112 a day'],
  [[3.09, null], 'saves ≥ $3.09/h, ≥ $74.16 a day'],
  [[null], null],
  [[], null],
])('stops that save %j: %s', (all, text) => {
  const vms = all.map((saves) => ({ saves }));
  expect(savingsText(vms, false)).toBe(text);
  expect(savingsText(vms, true)).toBeNull();
});
