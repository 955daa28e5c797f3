import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServiceError } from '../../http/service-error.ts';
import { readSshKeys } from './ssh-key.ts';

const read = (body: unknown) => readSshKeys({ json: body, endpoint: 'GET /keys' });
const names = (body: unknown) => read(body).map(({ id, name }) => `${id} ${name}`);

test.each<[string, unknown, readonly string[]]>([
  ['an array', [{ id: 'k1', name: 'laptop' }], ['k1 laptop']],
  ['an object with other names', { keys: [{ key_id: 7, title: 'desk' }] }, ['7 desk']],
  ['without a name', [{ ssh_key_id: 'k1', name: '' }], ['k1 k1']],
  ['with broken records', [null, { name: 'x' }, { id: 'k1' }, { id: '' }, { id: 'k1' }], ['k1 k1']],
  ['with a name in two directions', [{ id: 'k1', label: 'a\u202eb' }], ['k1 ab']],
  ['none', [], []],
])('reads SSH keys: %s', (_, body, expected) => {
  expect(names(body)).toEqual(expected);
});

test('refuses a list in which no record has an id', () => {
  expect(() => read([{ name: 'laptop' }])).toThrow(ServiceError);
  expect(() => read({ detail: 'no' })).toThrow(ServiceError);
});

test('gives bounded keys with different ids for each answer, or refuses it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      try {
        const keys = read(body);
        expect(new Set(keys.map(({ id }) => id)).size).toBe(keys.length);
        for (const { id, name } of keys) expect(Math.max(id.length, name.length)).toBeLessThan(129);
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError);
      }
    }),
  );
  expect(read(Array.from({ length: 300 }, (_, id) => ({ id })))).toHaveLength(200);
});
