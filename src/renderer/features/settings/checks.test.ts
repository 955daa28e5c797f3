import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sshLoginFields } from '../../../shared/ipc/ssh-schemas.ts';
import { preferencesChange } from '../../../shared/settings/preferences.ts';
import {
  checkIdentityFile,
  checkRemoteFolder,
  checkSshPort,
  checkSshUser,
  checkTerminalCommand,
  parsePort,
} from './checks.ts';

const { user, port, identityFile } = sshLoginFields;
const isChange = (change: unknown) => preferencesChange.safeParse(change).success;

/** Valid text, almost valid text, and random text. */
const typed = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'aZ9_.- ~/"{}$\u202e\u00ad\n\t'), maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', '/'), minLength: 1_020, maxLength: 1_030 }),
  fc.integer({ min: -1, max: 70_000 }).map(String),
  fc.double().map(String),
  fc
    .tuple(fc.constantFrom('pkcs11:', ' PKCS11:', '/pkcs11:', 'pkcs11'), fc.string())
    .map(([a, b]) => a + b),
);

describe('the panel accepts what main accepts', () => {
  test.each<[string, (text: string) => string | null, (text: string) => boolean]>([
    ['user', checkSshUser, (text) => user.safeParse(text).success],
    ['identityFile', checkIdentityFile, (text) => identityFile.safeParse(text).success],
    ['remoteFolder', checkRemoteFolder, (text) => isChange({ remoteFolder: text })],
    [
      'port',
      checkSshPort,
      (text) => /^\d{1,5}$/.test(text) && port.safeParse(Number(text)).success,
    ],
  ])('%s', (_, check, isAccepted) => {
    fc.assert(
      fc.property(typed, (text) => {
        const sent = text.trim();
        if (sent !== '') expect(check(text) === null).toBe(isAccepted(sent));
      }),
      { numRuns: 1_000 },
    );
  });

  test('terminalCommand: at most', () => {
    fc.assert(
      fc.property(typed, typed, (before, after) => {
        const command = `${before}{command}${after}`;
        if (checkTerminalCommand(command) === null)
          expect(isChange({ terminalCommand: command.trim() })).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

test.each([
  ['22', 22],
  ['65535', 65_535],
  ['0', null],
  ['65536', null],
  ['22a', null],
  ['', null],
])('parsePort(%j) is %s', (text, number) => {
  expect(parsePort(text)).toBe(number);
});

test.each([
  ['', true],
  ['foot {command}', true],
  ['foot --title "My GPU" "{command}"', true],
  ['foot', false],
  ['{command}', false],
  ['foot {command} {command}', false],
  [`${'x'.repeat(1_001)}{command}`, false],
])('checkTerminalCommand(%j) accepts: %j', (text, isValid) => {
  expect(checkTerminalCommand(text) === null).toBe(isValid);
});
