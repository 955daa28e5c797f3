import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PREFERENCES } from '../../../shared/app/index.ts';
import { formatAmount } from '../../../shared/format/index.ts';
import { sshLoginSchema } from '../../../shared/ipc/ssh-schemas.ts';
import {
  checkCurrency,
  checkIdentityFile,
  checkRemoteFolder,
  checkSshPort,
  checkSshUser,
  checkTerminalCommand,
  checkThreshold,
  parsePort,
  parseThreshold,
  thresholdText,
} from './checks.ts';
import { messages } from './messages.ts';

const { user, port, identityFile } = sshLoginSchema.shape;
const { remoteFolder, terminalCommand, currency, rateThreshold } = PREFERENCES;

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
    ['remoteFolder', checkRemoteFolder, remoteFolder.isValid],
    [
      'port',
      checkSshPort,
      (text) => /^\d{1,5}$/.test(text) && port.safeParse(Number(text)).success,
    ],
    ['currency', checkCurrency, currency.isValid],
  ])('%s', (_, check, isAccepted) => {
    fc.assert(
      fc.property(typed, (text) => {
        const sent = text.trim();
        if (sent !== '') expect(check(text) === null).toBe(isAccepted(sent));
      }),
      { numRuns: 1_000 },
    );
  });

  test('rateThreshold and terminalCommand: at most', () => {
    fc.assert(
      fc.property(typed, typed, (before, after) => {
        const command = `${before}{command}${after}`;
        if (checkTerminalCommand(command) === null)
          expect(terminalCommand.isValid(command.trim())).toBe(true);
        if (checkThreshold(before) === null)
          expect([
            typeof parseThreshold(before),
            rateThreshold.isValid(parseThreshold(before)),
          ]).toEqual(['number', true]);
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
  ['', null],
  ['foot {command}', null],
  ['foot --title "My GPU" "{command}"', null],
  ['foot', messages.programs.oneCommand],
  ['{command}', messages.programs.commandFirst],
  ['foot {command} {command}', messages.programs.oneCommand],
  ['x'.repeat(1_001), messages.programs.tooLong],
])('checkTerminalCommand(%j) is %j', (text, message) => {
  expect(checkTerminalCommand(text)).toBe(message);
});

describe('parseThreshold', () => {
  test.each([
    ['3', 3],
    [' 3.50 ', 3.5],
    ['3,50', 3.5],
    ['0', 0],
    ['3,5', 3.5],
    ['0,125', 0.125],
    ['0.0042', 0.0042],
    ['1234.56', 1234.56],
    ['1234,56', 1234.56],
    ['1,000', 1_000],
    ['12,345.50', 12_345.5],
    ['999,999', 999_999],
    ['1,000,000.00', 1_000_000],
  ])('reads %j as %s', (text, limit) => {
    expect(checkThreshold(text)).toBeNull();
    expect(parseThreshold(text)).toBe(limit);
  });

  test.each(['', 'three', '-1', '1e9', '3.', '∞', '2000000', '2,000,000'])('rejects %j', (text) => {
    expect(checkThreshold(text)).toEqual(expect.any(String));
  });

  test.each([
    '1.000,50',
    '1,00,000',
    '1234,567',
    '01,000',
    '1,0000',
    '1,000,5',
    ',50',
    '1.000.000',
  ])('rejects the ambiguous %j', (text) => {
    expect(parseThreshold(text)).toBeNull();
    expect(checkThreshold(text)).toBe(messages.alerts.ambiguousAmount);
  });

  const limits = fc.oneof(fc.constant(0), fc.double({ min: 0.000_001, max: 1e6, noNaN: true }));

  test('reads what formatAmount writes', () => {
    fc.assert(
      fc.property(limits, (limit) => {
        const written = formatAmount(limit);
        const read = parseThreshold(written);
        expect(read).toBe(Number(written.replaceAll(',', '')));
        expect(formatAmount(read)).toBe(written);
      }),
    );
  });

  test('reads what thresholdText writes', () => {
    fc.assert(
      fc.property(limits, (limit) => {
        expect(formatAmount(parseThreshold(thresholdText(limit)))).toBe(formatAmount(limit));
      }),
    );
  });
});
