import { expect, test } from 'vitest';
import { makeRates, makeVm } from '../domain/testing/records.ts';
import { type KeptVolume, NOT_BILLED, type OperationEffect, type Vm } from '../domain/vm.ts';
import { operationConfirmation, stopEffects } from './operation-texts.ts';

const OWN: KeptVolume = { path: '/workspace', sizeGb: 20, perHour: 0.0055, isNetwork: false };
const NETWORK: KeptVolume = { path: '/data', sizeGb: null, perHour: null, isNetwork: true };
const TAKEN = 'The GPU may be taken when you start it again.';

const of = (operation: 'stop' | 'destroy', effect: OperationEffect, hideAmounts = false) =>
  operationConfirmation(
    operation,
    makeVm({ id: 'v', label: 'train', status: 'running', effects: { [operation]: effect } }),
    hideAmounts,
  );

test.each([
  [[OWN], '/workspace (20 GB, $0.0055/h) stays; everything else on it is erased.'],
  [
    [OWN, NETWORK],
    '/workspace (20 GB, $0.0055/h) and /data (network volume) stay; everything else on it is erased.',
  ],
] as const)('a stop says what stays by the record', (keeps, text) => {
  const { effects, isTyped } = of('stop', { keeps, notes: [TAKEN] });
  expect([effects, isTyped]).toEqual([['Its rate is unknown.', text, TAKEN], false]);
});

test('a stop that keeps nothing says so first, and its name is typed', () => {
  const { effects, isTyped } = of('stop', { keeps: [], notes: [TAKEN] });
  expect(effects[0]).toBe('Everything on it is erased: it has no volume.');
  expect(isTyped).toBe(true);
});

test('a destroy says in the words of the provider what is deleted, and what stays', () => {
  const deleted = { keeps: [], notes: ['Its volume is deleted.'] };
  expect(of('destroy', deleted, true).effects).toEqual([
    'Its volume is deleted.',
    'All data on it is lost.',
  ]);
  const kept = { keeps: [NETWORK], notes: ['File systems stay.'] };
  expect(of('destroy', kept, true).effects).toEqual([
    'File systems stay.',
    'All other data on it is lost.',
  ]);
});

test('a disk that stays costs what the spend says, else the record', () => {
  const disk = { ...OWN, path: '/' };
  const whole = { keeps: [disk], isWhole: true, notes: [TAKEN] };
  const rates = makeRates({ stopped: { perHour: 0.0055, isAtLeast: true } });
  const vm = makeVm({ id: 'v', status: 'running', rates, effects: { stop: whole } });
  const billed = { ...vm, billed: { ...NOT_BILLED, perHour: 1, storagePerHour: 0.1 } };
  const of = (known: Vm) => operationConfirmation('stop', known, false).effects.slice(1);
  expect(of(billed)).toEqual(['The disk stays and costs $0.10/h.', TAKEN]);
  expect(stopEffects(billed, false)).toEqual(of(billed));
  expect(of(vm)).toEqual(['The disk stays and costs $0.0055/h.', TAKEN]);
  expect(operationConfirmation('stop', vm, true).effects).toEqual([
    'The disk stays, and may still be billed.',
    TAKEN,
  ]);
});

test('hidden amounts are not in what stays', () => {
  expect(of('stop', { keeps: [OWN], notes: [] }, true).effects).toEqual([
    '/workspace (20 GB) stays; everything else on it is erased.',
  ]);
});
