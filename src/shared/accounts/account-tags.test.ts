import { expect, test } from 'vitest';
import { makeAccount } from '../testing/make-account.ts';
import { accountPlace, accountTag, accountTags } from './account-tags.ts';
import type { AccountColor } from './accounts-slice.ts';

const accounts = (...labels: readonly string[]) =>
  labels.map((label, index) => makeAccount({ id: `a${index}`, label }));

const shorts = (...labels: readonly string[]) =>
  [...accountTags(accounts(...labels)).values()].map(({ short }) => short);

test.each([
  [['lea@example.com'], ['lea']],
  [['api.example.com'], ['example']],
  [['gpu.example.co.uk:8443'], ['example']],
  [['127.0.0.1:8080'], ['127.0.0.1:8080']],
  [['Team Blue'], ['Team Blue']],
  [
    ['api.example.com', 'api.example.com (2)', 'api.example.com (3)'],
    ['example', 'example 2', 'example 3'],
  ],
  [
    ['lea@one.example', 'lea@two.example'],
    ['lea', 'lea 2'],
  ],
  [
    ['127.0.0.1:36123', '127.0.0.1:36123 (2)'],
    ['127.0.0.1:361…', '127.0.0.1:3… 2'],
  ],
])('%j become %j', (labels, expected) => {
  expect(shorts(...labels)).toEqual(expected);
});

test('name the provider only where there are two', () => {
  const own = makeAccount({ id: 'a', label: 'api.example.com' });
  const pods = { provider: 'runpod', baseUrl: 'https://api.runpod.io' } as const;
  const named = (...labels: readonly string[]) =>
    [own, ...labels.map((label) => makeAccount({ id: label, label, ...pods }))].map(
      ({ id }, _, all) => accountTags(all).get(id)?.short,
    );
  expect(named('RunPod', 'RunPod (2)', 'Work')).toEqual([
    ...['example', 'RunPod', 'RunPod 2', 'RunPod Work'],
  ]);
  const login = makeAccount({ id: 'l', label: 'lea@example.com' });
  const both = [login, makeAccount({ id: 'p', label: 'RunPod', ...pods })];
  expect(accountTag(both, 'l')?.short).toBe('example');
  const three = [...both, makeAccount({ id: 'k', label: 'Team' })];
  expect(accountTag(three, 'l')?.short).toBe('example lea');
});

test('the place of an account is its provider and its name, or one of both that has the other', () => {
  const pods = { provider: 'runpod', baseUrl: 'https://api.runpod.io' } as const;
  const own = makeAccount({ id: 'a', label: 'lea@example.com' });
  const places = [
    own,
    makeAccount({ id: 'b', label: 'RunPod (2)', ...pods }),
    makeAccount({ id: 'c', label: 'Work', ...pods }),
  ];
  expect(places.map((each) => accountPlace(places, each))).toEqual([
    ...['api.example.com, lea@example.com', 'RunPod (2)', 'RunPod, Work'],
  ]);
  expect(accountPlace([own], own)).toBe('');
});

test('every account has its own color until there are more than colors', () => {
  const colors = (...chosen: readonly (AccountColor | null)[]) =>
    [...accountTags(chosen.map((color, index) => makeAccount({ id: `a${index}`, color })))].map(
      ([, tag]) => tag.color,
    );
  expect(colors(null, null)).toEqual(['teal', 'blue']);
  expect(colors(null, 'teal')).toEqual(['blue', 'teal']);
  expect(colors('pink', 'pink', null)).toEqual(['pink', 'pink', 'teal']);
});

test('a single account has no tag', () => {
  expect(accountTag(accounts('lea@example.com'), 'a0')).toBeNull();
});
