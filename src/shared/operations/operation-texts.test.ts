import { expect, test } from 'vitest';
import { makeRates, makeVm } from '../domain/testing/records.ts';
import { type KeptVolume, NOT_BILLED, type OperationEffect, type Vm } from '../domain/vm.ts';
import { operationConfirmation, stopEffects, stopSaves } from './operation-texts.ts';

const OWN: KeptVolume = { path: '/workspace', sizeGb: 20, perHour: 0.0055, isNetwork: false };
const NETWORK: KeptVolume = { path: '/data', sizeGb: null, perHour: null, isNetwork: true };
const TAKEN = 'The GPU may not be available when you restart.';

const of = (operation: 'stop' | 'destroy', effect: OperationEffect) =>
  operationConfirmation(
    operation,
    makeVm({ id: 'v', label: 'train', status: 'running', effects: { [operation]: effect } }),
  );

test.each([
  [[OWN], ['Keeps /workspace (20 GB, $0.0055/h).', 'Erases everything else.']],
  [
    [OWN, NETWORK],
    ['Keeps /workspace (20 GB, $0.0055/h) and /data (network volume).', 'Erases everything else.'],
  ],
] as const)('a stop says what it keeps by the record', (keeps, texts) => {
  const { effects, isTyped } = of('stop', { keeps, notes: [TAKEN] });
  expect([effects, isTyped]).toEqual([['Its rate is unknown.', ...texts, TAKEN], false]);
});

test('a stop that keeps nothing says so first, and its name is typed', () => {
  const { effects, isTyped } = of('stop', { keeps: [], notes: [TAKEN] });
  expect(effects[0]).toBe('Erases everything.');
  expect(isTyped).toBe(true);
});

test('a destroy says in the words of the provider what is deleted, and what stays', () => {
  const deleted = { keeps: [], notes: ['Deletes its volume.'] };
  expect(of('destroy', deleted).effects.slice(1)).toEqual([
    'Deletes its volume.',
    'Erases all data.',
  ]);
  const kept = { keeps: [NETWORK], notes: ['File systems stay.'] };
  expect(of('destroy', kept).effects.slice(1)).toEqual([
    'File systems stay.',
    'Erases all other data.',
  ]);
});

test('a disk that stays costs what the spend says, else the record', () => {
  const disk = { ...OWN, path: '/' };
  const whole = { keeps: [disk], isWhole: true, notes: [TAKEN] };
  const rates = makeRates({ stopped: { perHour: 0.0055, isAtLeast: true } });
  const vm = makeVm({ id: 'v', status: 'running', rates, effects: { stop: whole } });
  const billed = { ...vm, billed: { ...NOT_BILLED, perHour: 1, storagePerHour: 0.1 } };
  const of = (known: Vm) => operationConfirmation('stop', known).effects.slice(1);
  expect(of(billed)).toEqual(['Keeps its disk ($0.10/h).', TAKEN]);
  expect(stopEffects(billed)).toEqual(of(billed));
  expect(of(vm)).toEqual(['Keeps its disk ($0.0055/h).', TAKEN]);
});

test('a stop saves the rate without what is kept, where both are known', () => {
  const billed = { ...NOT_BILLED, perHour: 1.59 };
  const saved = (stop: OperationEffect | undefined, own: Partial<Vm> = {}) => {
    const effects = stop === undefined ? {} : { stop };
    return stopSaves(makeVm({ id: 'v', status: 'running', billed, effects, ...own }));
  };
  const rates = makeRates({ stopped: { perHour: 0.09, isAtLeast: true } });
  expect(saved({ keeps: [], notes: [] })).toBe(1.59);
  expect(saved({ keeps: [{ ...OWN, perHour: 0.09 }], notes: [] })).toBe(1.5);
  expect(saved({ keeps: [NETWORK], notes: [] })).toBeNull();
  expect(saved({ keeps: [OWN], isWhole: true, savesNothing: true, notes: [] })).toBe(0);
  expect([saved(undefined), saved(undefined, { rates })]).toEqual([null, 1.5]);
});
