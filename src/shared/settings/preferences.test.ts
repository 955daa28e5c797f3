import { describe, expect, test } from 'vitest';
import { ANY_OFFER } from '../offers/offer-filter.ts';
import { DEFAULT_PREFERENCES, preferencesChange, preferencesFrom } from './preferences.ts';

const isChange = (change: unknown) => preferencesChange.safeParse(change).success;

test.each([
  [
    'hourlyRate',
    [0, 3.5, 1_000_000, null].map((limit) => ({ isOn: true, limit })),
    [
      ...[-1, 1_000_001, Number.NaN, '3'].map((limit) => ({ isOn: true, limit })),
      ...[null, 3, { isOn: true }, { isOn: 1, limit: 3 }, { isOn: true, limit: 3, more: 1 }],
    ],
  ],
  ['vmFailed', [true, false].map((isOn) => ({ isOn, limit: null })), [{ isOn: true, limit: 1 }]],
  ['notifyReady', [true, false], ['true', null, 1]],
  ['idlePercent', [1, 99], [0, 100, 2.5, '5']],
  ['mutedVms', [[], ['a/1']], ['a/1', [1], ['x'.repeat(301)], Array(501).fill('a')]],
  ['idleSeconds', [30, 60, 120], [1, '30', null]],
  ['terminal', ['auto', 'own', 'gnome-terminal'], ['', 'Kitty', 'a b', 'x'.repeat(33), null]],
  ['terminalCommand', ['foot {command}', null], ['', ' foot', 'x'.repeat(1_001)]],
  [
    'remoteFolder',
    ['/', '~', '/data/my runs', null],
    ['', 'data', ' /x', '/a\nb', '/a"b', '/\u202eb', `/${'x'.repeat(1_024)}`],
  ],
  ['theme', ['system', 'light', 'dark'], ['black', null]],
] as const)('%s accepts %j and not %j', (name, valid, invalid) => {
  expect(valid.filter((value) => !isChange({ [name]: value }))).toEqual([]);
  expect(invalid.filter((value) => isChange({ [name]: value }))).toEqual([]);
});

test('every default is valid', () => {
  expect(isChange(DEFAULT_PREFERENCES)).toBe(true);
});

test('preferencesFrom takes each valid value and the default for the others', () => {
  expect(preferencesFrom({})).toEqual(DEFAULT_PREFERENCES);
  const values = {
    theme: 'dark',
    hourlyRate: { isOn: false, limit: null },
    currency: '€',
    unknown: 'x',
  };
  expect(preferencesFrom(values)).toEqual({
    ...DEFAULT_PREFERENCES,
    theme: 'dark',
    hourlyRate: { isOn: false, limit: null },
  });
});

test('preferencesFrom takes the valid entries of a list', () => {
  const watch = { ...ANY_OFFER, id: 'w', gpu: '4090', maxPrice: 0.35, isMet: false };
  const stored = {
    mutedVms: ['a/1', 7, 'a/2'],
    priceWatches: [{ ...watch, maxPrice: '0.35' }, watch],
    presets: [null],
  };
  const read = { mutedVms: ['a/1', 'a/2'], priceWatches: [watch], presets: [] };
  expect(preferencesFrom(stored)).toEqual({ ...DEFAULT_PREFERENCES, ...read });
  const many = Array.from({ length: 501 }, (_, index) => `a/${index}`);
  expect(preferencesFrom({ mutedVms: many }).mutedVms).toHaveLength(500);
});

test('preferencesFrom takes the presets and the last order of earlier versions', () => {
  const draft = {
    ...{ node: 'vm03', gpuType: '4090', gpuCount: '2', storageGb: '70', template: '101' },
    ...{ rental: 'reserved', months: '3', login: 'ssh_key', sshKeyId: 'k' },
  };
  const order = {
    ...{ provider: 'rental', gpu: '4090', gpuCount: 2, where: 'vm03', tier: null },
    ...{ terms: 'reserved', months: 3, image: '101', diskGb: 70, maxPerHour: null },
    login: { method: 'registered', id: 'k' },
  };
  const stored = { launchPresets: [{ name: 'train', draft }, null, { draft }], lastOrder: draft };
  const read = preferencesFrom(stored);
  expect(read.presets).toEqual([{ name: 'train', order }]);
  expect(read.lastLaunch).toEqual(order);
  expect(preferencesFrom({ ...stored, presets: [] }).presets).toEqual([]);
  expect(preferencesFrom({ lastOrder: { gpuType: 7 } }).lastLaunch).toMatchObject({ gpu: '' });
});

describe('a change', () => {
  test.each([{}, { theme: 'dark' }, { theme: undefined, hideAmounts: true }])(
    'accepts %j',
    (change) => {
      expect(isChange(change)).toBe(true);
    },
  );

  test.each([
    ...[null, undefined, 'theme', { theme: 'black' }, { theme: 'dark', idleSeconds: 1 }],
    ...[{ unknown: true }, { unknown: undefined }, { constructor: 1 }],
    JSON.parse('{"__proto__": 1}'),
  ])('rejects %j', (change) => {
    expect(isChange(change)).toBe(false);
  });
});
