import { expect, test } from 'vitest';
import { firstLogin, loginOptions } from './login-options.ts';
import type { LaunchChoices, LocalKey } from './order.ts';
import { firstValues, orderOf } from './order-values.ts';
import type { PresetOrder } from './preset-order.ts';
import { OFFER } from './testing/launch.ts';

const material = (end: string) => `ssh-ed25519 ${end.padStart(68, 'A')}`;
const local = (file: string, end: string): LocalKey => ({
  ...{ file, type: 'ssh-ed25519', comment: `me@${file}`, publicKey: material(end) },
});
const [MINE, OTHER] = [local('mine.pub', 'm'), local('other.pub', 'o')];

const CHOICES: LaunchChoices = {
  ...{ images: [], hasOtherImages: false, defaultImage: null, disk: null, hasName: true },
  ...{ keys: null, hasPassword: false, months: [], minBid: null, balance: null, notes: [] },
};
const registered = (id: string, publicKey: string | null) => ({ id, name: 'key', publicKey });

test.each<[string, Partial<LaunchChoices>, boolean, readonly string[]]>([
  ['goes with the order', {}, false, ['file mine.pub', 'file other.pub']],
  [
    'is registered, by its material',
    { keys: [registered('1', `${material('x')} a`), registered('2', `${material('o')} b`)] },
    true,
    ['id 2', 'file mine.pub +', 'id 1'],
  ],
  ['is the usual one', { keys: [registered('1', null)] }, false, ['usual', 'id 1']],
  ['has a password beside it', { keys: [], hasPassword: true }, false, ['usual', 'password']],
])('a key that %s', (_, choices, canAddKey, values) => {
  const options = loginOptions({ ...CHOICES, ...choices }, [MINE, OTHER], canAddKey);
  expect(options.map(({ value, isAdded }) => `${value}${isAdded ? ' +' : ''}`)).toEqual(values);
});

test('keys with one name are told apart, and each names its file', () => {
  const keys = [registered('1', material('o')), registered('2', material('x'))];
  const [first, , second] = loginOptions({ ...CHOICES, keys }, [MINE, OTHER], true);
  expect([first?.label, second?.label]).toEqual(['key (1)', 'key (2)']);
  expect(first?.detail).toBe('ssh-ed25519 · me@other.pub · other.pub');
  expect(second?.detail).toBe('Its key isn’t in ~/.ssh on this computer.');
});

const PRESET: PresetOrder = {
  ...{ provider: 'runpod', gpu: 'H100', gpuCount: 1, where: null, tier: null, terms: 'onDemand' },
  ...{ months: 3, image: 'me/mine', diskGb: 4, maxPerHour: 2 },
  login: { method: 'publicKey', file: 'other.pub' },
};

test('a preset chooses the key by its file, also where the account has that now', () => {
  const keys = [registered('1', material('x')), registered('2', material('o'))];
  const chosen = (choices: LaunchChoices, login: PresetOrder['login']) =>
    firstLogin(loginOptions(choices, [MINE, OTHER], true), login)?.value;
  expect(chosen(CHOICES, PRESET.login)).toBe('file other.pub');
  expect(chosen({ ...CHOICES, keys }, PRESET.login)).toBe('id 2');
  expect(chosen(CHOICES, { method: 'registered', id: '9' })).toBe('file mine.pub');
  expect(firstLogin([], PRESET.login)).toBeUndefined();
});

test('the values start with the disk of the price, and with a preset as far as it can be', () => {
  const disk = { min: 10, usual: 20 };
  const images = { defaultImage: 'usual', images: [{ id: 'other', name: 'Other' }] };
  const choices = { ...CHOICES, ...images, disk, months: [1, 3], minBid: 0.2 };
  const first = (preset: PresetOrder | null, change: Partial<LaunchChoices> = {}) =>
    firstValues(OFFER, { ...choices, ...change }, preset, []);
  expect(first(null)).toMatchObject({ image: 'usual', diskGb: '50', months: '1', bid: '0.2' });
  expect(first(PRESET)).toMatchObject({ image: 'usual', diskGb: '10', months: '3' });
  expect(first(PRESET, { hasOtherImages: true })).toMatchObject({
    ...{ image: 'me/mine', isOtherImage: true },
  });
  const typed = { ...first(null), name: ' a ', diskGb: '30', bid: '0,25' };
  expect(orderOf(OFFER, typed, choices, undefined)).toEqual({
    ...{ offer: OFFER, name: 'a', image: 'usual', diskGb: 30, bid: 0.25, months: 1 },
    login: { method: 'registered', id: null },
  });
  expect(orderOf(OFFER, { ...typed, bid: 'x', diskGb: '' }, choices, undefined)).toMatchObject({
    ...{ bid: Number.NaN, diskGb: Number.NaN },
  });
});
