import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { preferenceSchemas } from '../../../../shared/ipc/contract.ts';
import { sshLoginSchema } from '../../../../shared/ipc/ssh-schemas.ts';
import {
  checkIdentityFile,
  checkRemoteFolder,
  checkSshOptions,
  checkSshPort,
  checkSshUser,
  checkTerminalCommand,
  parsePort,
  parseSshOptions,
} from './login-checks.ts';

const { user, port, identityFile, options } = sshLoginSchema.shape;

/** Much that is right, much that is nearly right, and anything at all. */
const typed = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'aZ9_.- ~/"{}$\u202e\u00ad\n\t'), maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', '/'), minLength: 1_020, maxLength: 1_030 }),
  fc.integer({ min: -1, max: 70_000 }).map(String),
  fc
    .tuple(fc.constantFrom('pkcs11:', ' PKCS11:', '/pkcs11:', 'pkcs11'), fc.string())
    .map(([a, b]) => a + b),
);
const runs = { numRuns: 1_000 };

describe('the panel and main let the same through', () => {
  test.each<[string, (text: string) => string | null, (text: string) => boolean]>([
    ['users', checkSshUser, (text) => user.safeParse(text).success],
    ['identity files', checkIdentityFile, (text) => identityFile.safeParse(text).success],
    [
      'folders of the VM',
      checkRemoteFolder,
      (text) => preferenceSchemas.remoteFolder.safeParse(text).success,
    ],
  ])('%s', (_, check, isTaken) => {
    fc.assert(
      fc.property(typed, (text) => {
        const sent = text.trim();
        if (sent !== '') expect(check(text) === null).toBe(isTaken(sent));
      }),
      runs,
    );
  });

  test('ports', () => {
    fc.assert(
      fc.property(typed, (text) => {
        if (text.trim() === '') return;
        const sent = Number(text);
        const isPlain = /^\d{1,5}$/.test(text.trim());
        expect(checkSshPort(text) === null).toBe(isPlain && port.safeParse(sent).success);
      }),
      runs,
    );
  });

  test('options', () => {
    const line = fc.oneof(
      typed,
      fc.constantFrom(
        ...['Compression yes', 'Host *', 'SetEnv A="b', 'ProxyJump bastion', 'Include x', ''],
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const text = lines.join('\n');
        expect(checkSshOptions(text) === null).toBe(
          options.safeParse(parseSshOptions(text)).success,
        );
      }),
      runs,
    );
  });

  test('terminal commands that pass here fit the setting', () => {
    fc.assert(
      fc.property(typed, typed, (before, after) => {
        const text = `${before}{command}${after}`;
        if (checkTerminalCommand(text) !== null) return;
        preferenceSchemas.terminalCommand.parse(text.trim());
      }),
      runs,
    );
  });
});

test('a wrong option is named by its line, as it stands there', () => {
  expect(checkSshOptions('Compression yes\n\nHost *\n')).toMatch(/^Line 3: Host is not possible/);
  expect(checkSshOptions('  Compression yes \r\n\n')).toBeNull();
  expect(parseSshOptions('  Compression yes \r\n\nProxyJump b\n')).toEqual([
    'Compression yes',
    'ProxyJump b',
  ]);
  expect(checkSshOptions('A b\n'.repeat(33))).toMatch(/32/);
});

test.each([
  ['22', 22],
  ['65535', 65_535],
  ['0', null],
  ['65536', null],
  ['22a', null],
  ['', null],
])('port %j is %s', (text, number) => {
  expect(parsePort(text)).toBe(number);
});

test.each([
  ['', true],
  ['foot {command}', true],
  ['foot --title "My GPU" "{command}"', true],
  ['foot', false],
  ['{command}', false],
  ['foot {command} {command}', false],
  ['x'.repeat(1_000), false],
])('the terminal command %j may be one: %s', (text, isOne) => {
  expect(checkTerminalCommand(text) === null).toBe(isOne);
});
