import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseProfile } from './profile.ts';

const stopAt = (path: unknown) => JSON.stringify({ operations: { stop: { method: 'PUT', path } } });

test("accepts the simulator's profile, and an empty one", () => {
  const text = readFileSync(new URL('../../../../simulator/profile.json', import.meta.url), 'utf8');
  expect(parseProfile(text)).toEqual({ ok: true, profile: JSON.parse(text) });
  expect(parseProfile('\ufeff{}')).toEqual({ ok: true, profile: {} });
});

test.each([
  '/vms/../admin/{vm_id}',
  '/vms/{vm_id}/..',
  '//evil.example/{vm_id}',
  'https://evil.example/{vm_id}',
  'vms/{vm_id}',
  '/vms/{vm_id}?force=1',
  '/vms/%2e%2e/{vm_id}',
  '/vms\\{vm_id}',
  '/vms/{vm_id}/{vm_id}',
  '/vms/all/stop',
  '/vms/{vm_id}\n',
  `/${'a'.repeat(300)}/{vm_id}`,
  '',
  7,
])('refuses the path %j of an operation', (path) => {
  expect(parseProfile(stopAt(path))).toEqual({
    ok: false,
    message:
      'operations.stop.path must be a path below the service URL with {vm_id} as one of its parts, such as "/vms/{vm_id}/stop".',
  });
});

test.each([
  ['{', 'The profile is not JSON. Check quotes, commas and braces.'],
  ['[]', 'The profile must be an object with the keys consoleUrl, operations, balance, sshKeys.'],
  [
    '{"a":1}',
    'The profile has the unknown key "a". Allowed: consoleUrl, operations, balance, sshKeys.',
  ],
  [
    '{"operations":{"reboot":{}}}',
    'operations has the unknown key "reboot". Allowed: start, stop, destroy.',
  ],
  ['{"operations":{"stop":"/x"}}', 'operations.stop must be an object with the keys method, path.'],
  [
    '{"operations":{"stop":{"method":"GET","path":"/{vm_id}"}}}',
    'operations.stop.method must be "POST", "PUT", "PATCH" or "DELETE".',
  ],
  [
    '{"consoleUrl":"http://console.example.com"}',
    'consoleUrl must be a full https address without a user name, such as "https://console.example.com".',
  ],
  [
    '{"balance":{"path":"/../x","pointer":"/a"}}',
    'balance.path must be a path below the service URL, such as "/billing/balance".',
  ],
  [
    '{"balance":{"path":"/x","pointer":"amount"}}',
    'balance.pointer must be a JSON pointer to the amount, such as "/balance" or "/data/amount".',
  ],
  [JSON.stringify({ a: 'x'.repeat(20_000) }), 'The profile is longer than 16 KiB.'],
])('explains what is wrong with %.60s', (text, message) => {
  expect(parseProfile(text)).toEqual({ ok: false, message });
});

test('sends an accepted path of an operation below the service URL only', () => {
  const part = fc.constantFrom(
    '..',
    '.',
    'vms',
    '{vm_id}',
    '',
    '%2e',
    'a.b',
    '//',
    '\\',
    '?',
    '@x',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const path = `/${parts.join('/')}`;
      if (!parseProfile(stopAt(path)).ok) return;
      const filled = path.replace('{vm_id}', 'a1');
      expect(new URL(`https://api.example.com/v1${filled}`).href).toBe(
        `https://api.example.com/v1${filled}`,
      );
    }),
  );
});
