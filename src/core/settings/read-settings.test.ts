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
    ...{ kind: 'good', settings: SETTINGS, dropped: [] },
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
        expect(again).toEqual({ kind: 'good', settings: reading.settings, dropped: [] });
      }),
    );
  });

  test('nor does a nesting without end', () => {
    expect(readSettings('['.repeat(500_000))).toEqual({ kind: 'broken' });
    const deep = `{"version":1,"accounts":[],"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    expect(kinds).toContain(readSettings(deep).kind);
  });
});

test('invalid login fields fall back one by one, and unknown keys are kept', () => {
  const read = sshOf({
    ...{ user: 'ubuntu', port: 'x', identityFile: 'a"b', later: true },
    vms: {
      'a/1': { user: 'root', port: 22, forwardPort: 8080 },
      'a/2': { user: 'root', port: 22, forwardPort: 0 },
      'a/3': 'broken',
    },
  });
  expect(read).toEqual({
    ...{ user: 'ubuntu', port: null, identityFile: null, later: true },
    vms: {
      'a/1': { user: 'root', port: 22, forwardPort: 8080 },
      'a/2': { user: 'root', port: 22 },
      'a/3': { user: null, port: null },
    },
  });
});

test.each([1, 2])('drops the removed SSH options from a file of version %i', (version) => {
  const login = { user: 'ubuntu', port: 22, options: ['ProxyCommand x'] };
  const ssh = { ...login, templates: { 102: login }, vmTemplates: { 'a/1': 102 } };
  const accounts = [{ ...ACCOUNT, ssh: login }];
  const reading = readSettings(JSON.stringify({ ...SETTINGS, version, accounts, ssh }));
  expect(reading).toEqual({
    kind: version === 1 ? 'good' : 'newer',
    settings: {
      ...SETTINGS,
      ssh: { user: 'ubuntu', port: 22 },
      accounts: [{ ...ACCOUNT, ssh: { user: 'ubuntu', port: 22 } }],
    },
    dropped: ['ssh.options', 'ssh.templates', 'ssh.vmTemplates'],
  });
});
