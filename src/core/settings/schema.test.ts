import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AutoStopLimit } from '../../shared/auto-stop/auto-stop.ts';
import { DEFAULT_PREFERENCES } from '../../shared/settings/preferences.ts';
import { ANY_CHARACTER } from '../../shared/testing/any-character.ts';
import { withAutoStop } from './auto-stops.ts';
import { DEFAULT_SETTINGS, preferencesOf, readSettings, type Settings } from './schema.ts';
import { ACCOUNT, SETTINGS } from './testing/settings-folder.ts';

function sshOf(ssh: unknown) {
  const reading = readSettings(JSON.stringify({ ...SETTINGS, ssh }));
  return reading.kind === 'good' ? reading.settings.ssh : reading.kind;
}

const withAccount = (change: object) =>
  JSON.stringify({ ...SETTINGS, accounts: [ACCOUNT, { ...ACCOUNT, ...change }] });

const OTHER_ID = 'd7f6a1f0-4c55-4a86-a3f0-0d3e6d1b2a22';

const GOOD = JSON.stringify(SETTINGS);

test.each([
  ['empty', ''],
  ['zeros, as after a power cut', '\0'.repeat(200)],
  ['garbage', '\u001b]0;;\u0007<html>'],
  ['half-written', GOOD.slice(0, GOOD.length / 2)],
  ['not an object', '[1]'],
  ['without a version', JSON.stringify({ accounts: [], ssh: {} })],
  ['of version 0', JSON.stringify({ ...SETTINGS, version: 0 })],
  ['of a version that is not a number', JSON.stringify({ ...SETTINGS, version: '1' })],
  ['without accounts', JSON.stringify({ version: 1 })],
  ['with accounts that are no list', JSON.stringify({ ...SETTINGS, accounts: { a: ACCOUNT } })],
  ['with an account without an id', withAccount({ id: 'no' })],
  ['with an account at an unsafe address', withAccount({ baseUrl: 'http://example.com' })],
  ['with an account without hasCredential', withAccount({ id: OTHER_ID, hasCredential: 'yes' })],
  ['with one account twice', withAccount({ label: 'the same id' })],
] as const)('a file that is %s is broken', (_, text) => {
  expect(readSettings(text)).toEqual({ kind: 'broken' });
});

describe('an invalid value falls back on its own', () => {
  test.each([
    ['ada', 22, 'ada', 22],
    ['-oProxyCommand=x', 22, null, 22],
    ['a b', 22, null, 22],
    ['', 22, null, 22],
    ['a'.repeat(33), 22, null, 22],
    ['$(id)', 22, null, 22],
    ['ada', 0, 'ada', null],
    ['ada', 65_536, 'ada', null],
    ['ada', 22.5, 'ada', null],
    ['ada', '22', 'ada', null],
    [undefined, undefined, null, null],
  ])('the login %j and port %j', (user, port, readUser, readPort) => {
    expect(sshOf({ user, port })).toEqual({ user: readUser, port: readPort });
  });

  test.each(['ssh', undefined])('ssh %j', (ssh) => {
    expect(sshOf(ssh)).toEqual({ user: null, port: null });
  });

  test('preferences', () => {
    const preferences = { theme: 'dark', currency: '€', hideAmounts: true, unknown: 'kept' };
    const reading = readSettings(JSON.stringify({ ...SETTINGS, preferences }));
    expect(reading).toMatchObject({ kind: 'good', settings: { preferences } });
    expect(reading.kind === 'good' && preferencesOf(reading.settings)).toEqual({
      ...DEFAULT_PREFERENCES,
      ...{ theme: 'dark', hideAmounts: true },
    });
  });
});

test('a byte order mark of a Windows editor is accepted', () => {
  expect(readSettings(`\ufeff${JSON.stringify(SETTINGS)}`)).toEqual({
    kind: 'good',
    settings: SETTINGS,
  });
});

describe('readSettings', () => {
  const kinds = ['good', 'newer', 'broken'];

  test('throws for no text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: ANY_CHARACTER }), fc.json()), (text) => {
        expect(kinds).toContain(readSettings(text).kind);
      }),
    );
  });

  test('throws for no settings object, and reads what it returned again', () => {
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
        if (reading.kind !== 'good') return;
        const again = readSettings(JSON.stringify(reading.settings));
        expect(again).toEqual({ kind: 'good', settings: reading.settings });
      }),
    );
  });

  test('throws for no deep nesting', () => {
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
      'a/3': 'broken',
    },
  });
  expect(read).toEqual({
    ...{ user: 'ubuntu', port: null, identityFile: null, later: true },
    vms: {
      'a/1': { user: 'root', port: 22, forwardPort: 8080 },
      'a/3': { user: null, port: null },
    },
  });
});

test('auto-stops that were written as leases are read', () => {
  const autoStop = {
    accountId: 'a',
    vmId: 'v',
    name: 'train',
    limit: { kind: 'time', at: 1_800_000_000_000 },
  };
  const reading = readSettings(JSON.stringify({ ...SETTINGS, leases: [autoStop] }));
  expect(reading).toMatchObject({ settings: { autoStops: [autoStop] } });
  expect(JSON.stringify(reading)).not.toContain('leases');
});

test('what a VM may have been told is read, and skipped where it is damaged', () => {
  const limit = { kind: 'time', at: 1_800_000_000_000 } as const;
  const vm = { accountId: 'a', vmId: 'v', name: 'train' };
  const armed = { ...vm, number: 5, limits: [limit], isConfirmed: true, run: null };
  const autoStop = { ...vm, limit, onVm: true };
  const file = { ...SETTINGS, autoStops: [autoStop], armed: [armed, { ...armed, number: 'x' }] };
  expect(readSettings(JSON.stringify(file))).toMatchObject({
    settings: { autoStops: [autoStop], armed: [{ ...vm, number: 5, held: limit, run: null }] },
  });
});

test.each([
  ['that was confirmed goes on', { isConfirmed: true }, { at: 2 }, undefined],
  ['that was not confirmed is cleared, or written again', { isConfirmed: false }, { at: 1 }, null],
  ['goes on after its auto-stop', { isConfirmed: false, isEnded: true }, { at: 1 }, undefined],
] as const)('a timer of an earlier version %s', (_, state, held, sent) => {
  const limits = [2, 1].map((at) => ({ kind: 'time', at }) as const);
  const vm = { accountId: 'a', vmId: 'v', name: 'train' };
  const armed = [{ ...vm, number: 5, run: null, limits, ...state }];
  const reading = readSettings(JSON.stringify({ ...SETTINGS, armed }));
  const [timer] = reading.kind === 'good' ? (reading.settings.armed ?? []) : [];
  expect(timer).toMatchObject({ held });
  expect(timer?.sent).toEqual(sent);
});

test('a VM keeps no amount, and a changed auto-stop stays on it', () => {
  const vm = { accountId: 'a', vmId: 'v', name: 'train' };
  const set = (settings: Settings, limit: AutoStopLimit, onVm?: boolean) =>
    withAutoStop(settings, vm, limit, onVm);
  const onVm = set(DEFAULT_SETTINGS, { kind: 'time', at: 1 }, true);
  expect(set(onVm, { kind: 'time', at: 2 }).autoStops).toMatchObject([{ onVm: true }]);
  expect(set(onVm, { kind: 'time', at: 2 }, false).autoStops?.[0]).not.toHaveProperty('onVm');
  const spend = { kind: 'spend', amount: 5, since: 0 } as const;
  expect(set(onVm, spend).autoStops?.[0]).not.toHaveProperty('onVm');
});

test('the name of an auto-stop is printable', () => {
  const limit = { kind: 'time', at: 1 } as const;
  const autoStop = { accountId: ACCOUNT.id, vmId: 'a', name: 'train\u001b[31m\u202e', limit };
  expect(readSettings(JSON.stringify({ ...SETTINGS, autoStops: [autoStop] }))).toMatchObject({
    settings: { autoStops: [{ ...autoStop, name: 'train [31m' }] },
  });
});

test('the price alerts of an earlier version watch the same GPUs at the same price', () => {
  const kept = { id: 'w', minGpus: 2, maxPrice: 0.3, isMet: true };
  const stored = { ...kept, baseUrl: 'https://api.example.com/v1/', gpuType: '4090' };
  const preferences = { priceWatches: [stored, { ...stored, maxPrice: '1' }] };
  expect(preferencesOf({ ...SETTINGS, preferences }).priceWatches).toEqual([
    {
      ...{ ...kept, gpu: '4090', minVramGb: null },
      ...{ isInterruptible: false, provider: 'rental' },
    },
  ]);
});
