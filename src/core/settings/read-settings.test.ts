import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';
import { ACCOUNT, SETTINGS } from './testing/settings-folder.ts';

function sshOf(ssh: unknown) {
  const reading = readSettings(JSON.stringify({ ...SETTINGS, ssh }));
  return reading.kind === 'good' ? reading.settings.ssh : reading.kind;
}

describe('preferences fall back alone', () => {
  test.each([
    [
      { user: 'ada', port: 22 },
      { user: 'ada', port: 22 },
    ],
    [
      { user: '-oProxyCommand=x', port: 22 },
      { user: null, port: 22 },
    ],
    [
      { user: 'a b', port: 22 },
      { user: null, port: 22 },
    ],
    [
      { user: '', port: 22 },
      { user: null, port: 22 },
    ],
    [
      { user: 'a'.repeat(33), port: 22 },
      { user: null, port: 22 },
    ],
    [
      { user: '$(id)', port: 22 },
      { user: null, port: 22 },
    ],
    [
      { user: 'ada', port: 0 },
      { user: 'ada', port: null },
    ],
    [
      { user: 'ada', port: 65_536 },
      { user: 'ada', port: null },
    ],
    [
      { user: 'ada', port: 22.5 },
      { user: 'ada', port: null },
    ],
    [
      { user: 'ada', port: '22' },
      { user: 'ada', port: null },
    ],
    [{}, { user: null, port: null }],
    ['ssh', { user: null, port: null }],
    [undefined, { user: null, port: null }],
  ])('ssh %j is read as %j', (ssh, expected) => {
    expect(sshOf(ssh)).toEqual(expected);
  });

  test.each(['good', 'newer'])('in a %s file, one beside the other', (kind) => {
    const preferences = { theme: 'dark', currency: 5, hideAmounts: true, unknown: 'kept' };
    const version = kind === 'good' ? 1 : 2;
    expect(readSettings(JSON.stringify({ ...SETTINGS, version, preferences }))).toMatchObject({
      kind,
      settings: { preferences: { theme: 'dark', hideAmounts: true, unknown: 'kept' } },
    });
  });

  test('and leave the accounts', () => {
    const reading = readSettings(JSON.stringify({ ...SETTINGS, ssh: 5 }));
    expect(reading).toMatchObject({ kind: 'good', settings: { accounts: [ACCOUNT] } });
  });
});

test('a byte order mark, as Windows editors leave it, is no damage', () => {
  expect(readSettings(`\ufeff${JSON.stringify(SETTINGS)}`)).toEqual({
    kind: 'good',
    settings: SETTINGS,
  });
});

describe('whatever the file holds', () => {
  const kinds = ['good', 'newer', 'broken'];

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        expect(kinds).toContain(readSettings(text).kind);
      }),
    );
  });

  test('nor does a settings object with anything in any place of it', () => {
    const anything = fc.oneof(fc.jsonValue(), fc.constantFrom(1, 2, -1, 1e300, '__proto__'));
    const account = fc.record(
      { ...Object.fromEntries(Object.keys(ACCOUNT).map((key) => [key, anything])) },
      { requiredKeys: [] },
    );
    const settings = fc.record(
      {
        version: fc.oneof(fc.constantFrom(1, 2), anything),
        accounts: fc.oneof(fc.array(fc.oneof(account, fc.constant(ACCOUNT))), anything),
        ssh: fc.oneof(fc.record({ user: anything, port: anything }), anything),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(settings, (value) => {
        const reading = readSettings(JSON.stringify(value));
        if (reading.kind === 'broken') return;
        // What was read can be written and read again.
        const again = readSettings(JSON.stringify(reading.settings));
        expect(again).toEqual({ kind: 'good', settings: reading.settings });
      }),
    );
  });

  test('nor does a nesting without end', () => {
    expect(readSettings('['.repeat(500_000))).toEqual({ kind: 'broken' });
    const deep = `{"version":1,"accounts":[],"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    expect(kinds).toContain(readSettings(deep).kind);
  });
});

test('logins fall back one by one, an option line by line, and what this version does not know is kept', () => {
  const read = sshOf({
    user: 'ubuntu',
    port: 'x',
    identityFile: 'a"b',
    options: ['LogLevel ERROR', 'Host *', 7],
    templates: { 102: { user: 'root', port: null }, 103: 'broken' },
    vmTemplates: { 'vm-1': 102, 'vm-2': 999 },
    later: true,
  });
  expect(read).toMatchObject({
    user: 'ubuntu',
    port: null,
    identityFile: null,
    options: ['LogLevel ERROR'],
    templates: { 102: { user: 'root' }, 103: { user: null, port: null } },
    vmTemplates: { 'vm-1': 102, 'vm-2': null },
    later: true,
  });
});
