import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeAlert } from '../../shared/alerts/testing/alerts.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { makeSpend, makeVmList } from '../../shared/domain/testing/records.ts';
import { asUnconfirmed, NOT_BILLED } from '../../shared/domain/vm.ts';
import type { AppState } from '../../shared/state/index.ts';
import type { Platform } from '../desktop/platform.ts';
import { account, firstStart, NOON, signedIn, snapshot, vm } from '../testing/app-states.ts';
import type { TrayMenuItem } from './menu-item.ts';
import { trayIconFile } from './open-tray.ts';
import { type TrayMark, trayModel } from './tray-model.ts';

const ALERT = makeAlert({ id: 'a1', openedAt: NOON });
const NETWORK: Problem = { kind: 'network' };
const billing = snapshot([vm('train')], 3.42);
const quiet = snapshot([vm('old', { status: 'stopped' })], 0);

const model = (state: AppState) => trayModel(state, NOON);
const labels = (items: readonly TrayMenuItem[]) =>
  items.map((item) => (item === 'separator' ? '-' : item.label));
const online = firstStart().environment;
const noData = {
  ...quiet,
  vms: { value: null, problem: null },
  spend: { value: null, problem: null },
  ...{ asOf: null, freshness: 'starting' as const },
};
const unreachable = {
  ...noData,
  vms: { value: null, problem: NETWORK },
  freshness: 'outOfDate',
} as const;
const elsewhere = account('b', { baseUrl: 'https://other.example.com/' });
const two = { accounts: [account('main'), elsewhere] };

describe('the mark, the headline and the tooltip', () => {
  test.each<[string, AppState, string, string, string]>([
    ['no account', firstStart(), 'signedOut', 'Not signed in', ''],
    [
      'all signed out',
      signedIn(snapshot([], 1, { kind: 'noCredential' })),
      'signedOut',
      'Not signed in',
      ' · As of ',
    ],
    [
      'a 401',
      signedIn(snapshot([vm('x')], 1, { kind: 'unauthorized', credential: 'apiKey' })),
      'staleBilling',
      '$1.00/h · 1 running',
      ' · As of ',
    ],
    [
      'two accounts signed out for different reasons',
      signedIn(billing, {
        ...two,
        snapshots: {
          main: snapshot([], 1, { kind: 'unauthorized', credential: 'session' }),
          b: snapshot([], 0, { kind: 'noCredential' }),
        },
      }),
      'signedOut',
      'Signed out',
      ' · As of ',
    ],
    ['the first poll', signedIn(noData), 'idle', 'Connecting…', ''],
    [
      'no data, since the service is unreachable',
      signedIn(unreachable),
      'stale',
      'No data yet',
      '',
    ],
    ['no running VM', signedIn(quiet), 'idle', '$0.00/h · 0 running', ''],
    ['a running VM', signedIn(billing), 'billing', '$3.42/h · 1 running', ''],
    ['only a disk billed', signedIn(snapshot([], 0.02)), 'billing', '$0.02/h · 0 running', ''],
    [
      'an unknown rate',
      signedIn(snapshot([vm('x')], null)),
      'billing',
      'rate unknown · 1 running',
      '',
    ],
    [
      'an alert',
      signedIn(billing, { alerts: [ALERT] }),
      'alert',
      '$3.42/h · 1 running',
      ' · 1 alert',
    ],
    [
      'offline',
      signedIn(
        { ...billing, freshness: 'outOfDate' },
        { environment: { ...online, isOnline: false } },
      ),
      'staleBilling',
      '$3.42/h · 1 running',
      ' · Offline',
    ],
    [
      'offline since the start',
      signedIn(
        { ...noData, freshness: 'outOfDate' },
        { environment: { ...online, isOnline: false } },
      ),
      'stale',
      'No data yet',
      ' · Offline',
    ],
    [
      'a rate that leaves something out',
      signedIn({
        ...billing,
        spend: { value: makeSpend({ perHour: 0.44, isAtLeast: true }), problem: null },
      }),
      'billing',
      '≥ $0.44/h · 1 running',
      '',
    ],
    [
      'failed polls while nothing bills',
      signedIn(snapshot([], 0, NETWORK)),
      'stale',
      '$0.00/h · 0 running',
      ' · As of ',
    ],
    [
      'an alert on data that is out of date',
      signedIn(snapshot([vm('x')], 2, NETWORK), { alerts: [ALERT] }),
      'alert',
      '$2.00/h · 1 running',
      ' · As of ',
    ],
    [
      'a locked keychain',
      signedIn(snapshot([vm('x')], 2, { kind: 'keychainLocked' })),
      'staleBilling',
      '$2.00/h · 1 running',
      ' · As of ',
    ],
    [
      'one of two accounts signed out',
      signedIn(billing, {
        ...two,
        snapshots: { main: billing, b: snapshot([], 0, { kind: 'noCredential' }) },
      }),
      'billing',
      '$3.42/h · 1 running',
      ' · 1 of 2 accounts: as of ',
    ],
    [
      'two accounts',
      signedIn(billing, { ...two, snapshots: { main: billing, b: billing } }),
      'billing',
      '$6.84/h · 2 running',
      '',
    ],
    [
      'two credentials of one account',
      signedIn(billing, {
        accounts: [account('main'), account('b')],
        snapshots: { main: billing, b: billing },
      }),
      'billing',
      '$3.42/h · 1 running',
      '',
    ],
    [
      'an unknown rate of one of two accounts',
      signedIn(billing, { ...two, snapshots: { main: billing } }),
      'billing',
      'rate unknown · 1 running',
      '',
    ],
    [
      'hidden amounts',
      signedIn(billing, { preferences: { ...firstStart().preferences, hideAmounts: true } }),
      'billing',
      '1 running',
      '',
    ],
  ])('%s', (_, state, mark, headline, more) => {
    const { mark: shown, tooltip, menu } = model(state);
    expect(shown).toBe(mark);
    expect(labels(menu)[1]).toBe(headline);
    expect(tooltip.replace(/\d\d:\d\d$/, '')).toBe(`${headline}${more}`);
  });

  test('out-of-date data shows the time of the last update, with the date if not today', () => {
    const state = signedIn(snapshot([vm('x')], 2, NETWORK));
    // Local time, which differs from UTC by fractions of an hour in places.
    const noon = new Date(NOON);
    const time = [noon.getHours(), noon.getMinutes()].map((part) => `${part}`.padStart(2, '0'));
    const today = trayModel(state, NOON + 1000);
    expect(today.tooltip).toBe(`$2.00/h · 1 running · As of ${time.join(':')}`);
    const later = trayModel(state, NOON + 48 * 3_600_000);
    expect(later.tooltip).toMatch(new RegExp(` · As of Nov ${noon.getDate()}, ${time.join(':')}$`));
  });

  test('unconfirmed VMs that are not billed are in neither the tooltip nor the menu', () => {
    const listed = snapshot([vm('one')], 2);
    const value = makeVmList([
      vm('one'),
      ...['lost', 'other'].map((id) => asUnconfirmed(vm(id, { billed: NOT_BILLED }))),
    ]);
    const { tooltip, menu } = model(signedIn({ ...listed, vms: { value, problem: null } }));
    expect(tooltip).toBe('$2.00/h · 1 running');
    expect(JSON.stringify(menu)).not.toContain('lost');
  });

  test('an account that bills more than its VMs, of which it has none, has no rate to show', () => {
    const none = snapshot([], 0);
    const value = makeSpend({ perHour: 0, isAtLeast: true });
    const { tooltip, menu } = model(signedIn({ ...none, spend: { value, problem: null } }));
    expect(tooltip).toBe('rate unknown · 0 running');
    expect(JSON.stringify(menu)).not.toContain('$0');
  });

  test('an incomplete list is named in the tooltip', () => {
    const whole = snapshot([vm('one')], 2, { kind: 'incompleteList' });
    const value = makeVmList([vm('one')], { isComplete: false });
    const partial = signedIn({ ...whole, vms: { ...whole.vms, value }, freshness: 'retrying' });
    expect(model(partial).tooltip).toBe('$2.00/h · 1 running · VM list incomplete');
  });

  test('an account without data beside a current one is named in the tooltip', () => {
    const { tooltip } = model(
      signedIn(billing, { ...two, snapshots: { main: billing, b: unreachable } }),
    );
    expect(tooltip).toBe('rate unknown · 1 running · 1 of 2 accounts: no data yet');
  });
});

describe('the title', () => {
  test('is the rate, empty when idle or amounts are hidden, and a dash for an unknown rate', () => {
    const title = (state: AppState) => model(state).title;
    expect(title(signedIn(billing))).toBe('$3.42/h');
    expect(title(signedIn(quiet))).toBe('');
    expect(title(signedIn(snapshot([vm('x')], null)))).toBe('—');
    const least = {
      ...billing,
      spend: { value: makeSpend({ perHour: 3, isAtLeast: true }), problem: null },
    };
    expect(title(signedIn(least))).toBe('≥ $3.00/h');
    const preferences = { ...firstStart().preferences, hideAmounts: true };
    expect(title(signedIn(billing, { preferences }))).toBe('');
  });
});

describe('the icon', () => {
  const MARKS: readonly TrayMark[] = [
    'signedOut',
    'idle',
    'billing',
    'alert',
    'stale',
    'staleBilling',
  ];
  const DESKTOPS: readonly (readonly [Platform, boolean, string, readonly string[]])[] = [
    ['darwin', true, 'Template.png', ['', '@2x']],
    ['win32', true, '.ico', ['']],
    ['linux', true, '-on-dark.png', ['', '@2x', '@3x']],
    ['linux', false, '-on-light.png', ['', '@2x', '@3x']],
  ];
  const folder = join(import.meta.dirname, '../../../resources/tray');

  test.each(DESKTOPS)('on %s, dark: %s, has a file for each mark and density', (...desktop) => {
    const [platform, isDark, ending, densities] = desktop;
    for (const mark of MARKS) {
      const file = trayIconFile(mark, platform, isDark);
      expect(file).toBe(`${mark}${ending}`);
      for (const density of densities)
        expect([file, existsSync(join(folder, file.replace('.', `${density}.`)))]).toEqual([
          file,
          true,
        ]);
    }
  });
});
