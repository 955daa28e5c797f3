import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeAccount } from '../testing/make-account.ts';
import { accountNames, accountPrefix, ownerName } from './account-names.ts';
import type { AppAccount } from './accounts-slice.ts';

type Place = Pick<AppAccount, 'label'> & Partial<AppAccount>;

const made = (places: readonly Place[]) =>
  places.map((place, index) => makeAccount({ id: `a${index}`, ...place }));

/** `mark name` of each account. */
const namesOf = (...places: readonly Place[]) =>
  [...accountNames(made(places)).values()].map(({ name, mark }) => `${mark} ${name}`);

const at = (label: string, host = 'api.example.com'): Place => ({
  label,
  baseUrl: `https://${host}/`,
});
const pod = (label: string): Place => ({
  ...{ label, provider: 'runpod', baseUrl: 'https://api.runpod.io' },
});

test.each<[readonly Place[], readonly string[]]>([
  // An own name is kept; a key is named by its service, never with a port.
  [[at('Team Blue')], ['T Team Blue']],
  [[at('api.example.com')], ['E example']],
  [[at('gpu.example.co.uk:8443', 'gpu.example.co.uk:8443')], ['E example']],
  [[at('127.0.0.1:8080', '127.0.0.1:8080')], ['G GPU rental']],
  [[at('[::1]:8080', '[::1]:8080')], ['G GPU rental']],
  [[at('localhost:8080', 'localhost:8080')], ['G GPU rental']],
  // A login is named by its service, and by its user where several accounts have the service.
  [
    [at('lea@example.com'), pod('RunPod')],
    ['E example', 'R RunPod'],
  ],
  [
    [at('lea@example.com'), at('max@example.com')],
    ['L lea', 'M max'],
  ],
  [
    [at('lea@example.com'), at('api.example.com')],
    ['L lea', 'E example'],
  ],
  // Equal names get numbers, and equal first letters a second letter.
  [
    [pod('RunPod'), pod('RunPod (2)'), pod('Work')],
    ['Ru RunPod', 'R2 RunPod 2', 'W Work'],
  ],
  [
    [pod('Studio'), pod('Sweeps'), pod('Staging')],
    ['St Studio', 'Sw Sweeps', 'Sa Staging'],
  ],
  [
    [at('a'), at('A')],
    ['A0 a', 'A1 A'],
  ],
  [[at('🚀')], ['? 🚀']],
  // Own names that look like a host, or end like a number of ours.
  [[pod('team.blue')], ['T team.blue']],
  [
    [pod('Grants (2024)'), pod('Grants (2025)')],
    ['Gr Grants (2024)', 'Ga Grants (2025)'],
  ],
])('names %#', (places, names) => {
  expect(namesOf(...places)).toEqual(names);
});

test('names and marks are unique, whatever the labels', () => {
  const label = fc.oneof(fc.string(), fc.constantFrom('RunPod', 'runpod', 'RunPod 2', 'R', '2'));
  fc.assert(
    fc.property(fc.array(label, { maxLength: 12 }), (labels) => {
      const names = [...accountNames(made(labels.map((each) => at(each)))).values()];
      expect(names).toHaveLength(labels.length);
      expect(new Set(names.map(({ name }) => name)).size).toBe(labels.length);
      expect(new Set(names.map(({ mark }) => mark)).size).toBe(labels.length);
    }),
  );
});

test('texts name an account where there are several', () => {
  const [lea, work] = made([at('lea@example.com'), pod('Work')]);
  if (lea === undefined || work === undefined) throw new Error('no accounts');
  expect([ownerName([lea], 'a0'), accountPrefix([lea], lea)]).toEqual([null, '']);
  expect([ownerName([lea, work], 'a1'), accountPrefix([lea, work], lea)]).toEqual([
    ...['Work', 'example: '],
  ]);
});
