import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_LOGIN } from '../../shared/ssh/ssh-state.ts';
import { ANY_CHARACTER } from '../../shared/testing/any-character.ts';
import {
  hostRecordsText,
  isHostName,
  isLoopbackName,
  isUser,
  readHostRecords,
  type SshHost,
} from './host.ts';

describe('a host name', () => {
  test.each([
    'ssh.runpod.io',
    'SSH.Example.COM',
    '4.gpu.example',
    'xn--bcher-kva.example',
    `${'a'.repeat(63)}.example`,
    'localhost',
  ])('passes: %s', (name) => {
    expect(isHostName(name)).toBe(true);
  });

  test.each([
    // Options, tokens, patterns, and what a shell would read.
    '-oProxyCommand=x',
    'a-.example.com',
    'a.-b.com',
    '%h.example.com',
    '*.example.com',
    '$(id).example.com',
    'a;id.example.com',
    'a.example.com\nProxyCommand x',
    'a.example.com ',
    'user@a.example.com',
    'a.example.com:22',
    'a_b.example.com',
    '\u202eexample.com',
    'bücher.example',
    // One label may be an alias of the user's, or a word of ssh_config(5).
    'none',
    'ip6-localhost',
    // Numbers, which resolvers read as addresses.
    '127.1',
    '0x7f000001',
    '0x7f.0x1',
    'a.example.1',
    '::1',
    // Empty or too long.
    '',
    'a..com',
    'example.com.',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(126)}com`,
  ])('is refused: %j', (name) => {
    expect(isHostName(name)).toBe(false);
  });

  test('has letters, digits, dots and inner hyphens only, and is no IP address', () => {
    const part = fc.oneof(
      fc.constantFrom('a', 'com', 'example', '-', '.', '0x7f', '127', '%h', '*', '\n', 'LOCALHOST'),
      fc.string({ maxLength: 3 }),
      fc.string({ unit: ANY_CHARACTER, maxLength: 2 }),
    );
    const nearly = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV4Extended(),
      fc.ipV6(),
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.array(part, { minLength: 2, maxLength: 5 }).map((parts) => parts.join('.')),
      fc.tuple(fc.domain(), fc.string({ minLength: 1 })).map(([name, more]) => `${name}${more}`),
    );
    fc.assert(
      fc.property(nearly, (text) => {
        if (!isHostName(text)) return;
        expect(text).toMatch(/^[0-9A-Za-z.-]+$/);
        expect(text).not.toMatch(/^[.-]|[.-]$|\.\.|\.-|-\./);
        expect(text).not.toMatch(/(^|\.)[0-9][^.]*$/);
        expect(isIP(text)).toBe(0);
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  ['localhost', true],
  ['vm.localhost', true],
  ['localhost.localdomain', true],
  ['localhost.example.com', true],
  ['my-localhost.example.com', false],
  ['ssh.runpod.io', false],
])('%s may mean this computer: %s', (name, isLoopback) => {
  expect(isLoopbackName(name)).toBe(isLoopback);
});

test.each([
  ['root', true],
  ['7h9k2m4n6p-64411eb2', true],
  ['-oProxyCommand=x', false],
  ['a@b', false],
  ['$(id)', false],
  ['a\n', false],
  ['', false],
])('%j is a user name: %s', (user, isValid) => {
  expect(isUser(user)).toBe(isValid);
});

const record: SshHost = {
  accountId: 'a',
  serviceUrl: 'https://api.example.com',
  vmId: '1',
  alias: 'gpu-x',
  slug: 'x',
  hostKeyAlias: 'gpu-tray-vm-1',
  address: '192.0.2.7',
  login: { ...EMPTY_LOGIN },
};

test('records survive a round trip', () => {
  const strict = { ...record, vmId: '2', alias: 'vm-y', isStrict: true } as const;
  const records = [record, strict];
  expect(readHostRecords(hostRecordsText(records))).toEqual(records);
});

test.each(['', '[]', 'null', '{"hosts":3}', '{"hosts":['])('%j is not a records file', (text) => {
  expect(readHostRecords(text)).toBeNull();
});

test('invalid records are skipped', () => {
  const items = [
    { ...record, alias: 'gpu-y\nHost *' },
    { ...record, alias: '*' },
    { ...record, hostKeyAlias: 'gpu-tray-vm-1,*' },
    { alias: 'gpu-z' },
    null,
    record,
    { ...record, vmId: '2' },
    { ...record, alias: 'gpu-second' },
  ];
  const file = { version: 1, more: true, hosts: items };
  expect(readHostRecords(JSON.stringify(file))).toEqual([record]);
});

test('an invalid address or port becomes null, and further options of older versions are dropped', () => {
  const odd = {
    ...record,
    address: '192.0.2.7 %h',
    login: { ...EMPTY_LOGIN, port: 70_000, options: ['X y'] },
  };
  expect(readHostRecords(JSON.stringify({ hosts: [odd] }))).toEqual([{ ...record, address: null }]);
});
