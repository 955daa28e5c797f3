import { expect, test } from 'vitest';
import type { Check } from '../../shared/diagnostics/check.ts';
import { makeVmList } from '../../shared/domain/testing/records.ts';
import { asUnconfirmed } from '../../shared/domain/vm.ts';
import { type AppState, initialState } from '../../shared/state/index.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import { spend, vm } from '../monitor/testing/records.ts';
import { DEFAULT_SETTINGS, preferencesOf } from '../settings/index.ts';
import { diagnosticsText, systemVersions } from './diagnostics.ts';

const SECRETS = ['lea@example.com', 'https://api.example.com', 'canary-vm', '/home/canary', '7.77'];

test('diagnostics have states and versions, but nothing that identifies a user', () => {
  const environment = {
    platform: 'linux',
    version: '1.2',
    hasTray: true,
    isOnline: true,
  } as const;
  const blank = initialState(environment, 0);
  const state: AppState = {
    ...blank,
    accounts: [
      {
        ...makeAccount({ id: 'a', label: 'lea@example.com' }),
        baseUrl: 'https://api.example.com',
        ...{ credential: 'login', email: 'lea@example.com', storedIn: 'memory' },
        consoleUrl: 'https://api.example.com',
      },
    ],
    snapshots: {
      a: {
        vms: {
          value: makeVmList([vm('canary-vm'), asUnconfirmed(vm('lost'))]),
          problem: { kind: 'network' },
        },
        spend: { value: spend({ perHour: 7.77 }), problem: null },
        asOf: 0,
        freshness: 'outOfDate',
      },
    },
    preferences: {
      ...blank.preferences,
      ...{ theme: 'dark', hourlyRate: { isOn: true, limit: 7.77 }, remoteFolder: '/home/canary' },
    },
  };
  const check: Check = {
    ...{ id: 'scopes', subject: 'lea@example.com', state: 'failed' },
    ...{ detail: 'Permission denied: canary-vm.', nextStep: 'https://api.example.com' },
  };
  const text = diagnosticsText(
    state,
    [check],
    ['2026-01-02T03:04:05.000Z panel.crashed reason=oom'],
  );
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'GPU Tray 1.2',
      `System: ${systemVersions()}`,
      'Account 1: rental, login, kept in memory, 1 VM (network), spend ok',
      'Check scopes: failed',
      'theme: dark',
      'hourlyRate: set',
      'remoteFolder: set',
      '2026-01-02T03:04:05.000Z panel.crashed reason=oom',
    ]),
  );
  for (const secret of SECRETS) expect(text).not.toContain(secret);
});

test('a setting that was not changed is left out, also where the settings file has no list', () => {
  const environment = { platform: 'linux', version: '', hasTray: true, isOnline: true } as const;
  const state = { ...initialState(environment, 0), preferences: preferencesOf(DEFAULT_SETTINGS) };
  const text = diagnosticsText(state, [], []);
  expect(text).not.toMatch(/^(presets|priceWatches|mutedVms|theme):/m);
});
