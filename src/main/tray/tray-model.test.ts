import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Alert, AppState } from '../../shared/app/index.ts';
import type { Problem } from '../../shared/domain/index.ts';
import { account, NOON, nobody, signedIn, snapshot, vm } from '../testing/app-states.ts';
import type { TrayMenuItem } from './menu-item.ts';
import { trayModel } from './tray-model.ts';

const ALERT: Alert = {
  id: 'a1',
  rule: 'hourlyRate',
  accountId: null,
  openedAt: NOON,
  limit: 3,
  snoozedUntil: null,
};
const NETWORK: Problem = { kind: 'network' };
const billing = snapshot([vm('train')], 3.42);
const quiet = snapshot([vm('old', { status: 'stopped' })], 0);

const model = (state: AppState) => trayModel(state, 'linux', NOON);
const labels = (items: readonly TrayMenuItem[]) =>
  items.map((item) => (item.kind === 'separator' ? '-' : item.label));
const menuLabels = (state: AppState) => labels(model(state).menu);
const inside = (items: readonly TrayMenuItem[], start: string): readonly TrayMenuItem[] => {
  const found = items.find((item) => item.kind === 'submenu' && item.label.startsWith(start));
  return found?.kind === 'submenu' ? found.items : [];
};
const online = nobody().surroundings;

describe('the mark, the headline and the tooltip', () => {
  const unheard = {
    ...quiet,
    vms: { value: null, problem: null },
    spend: { value: null, problem: null },
  };
  const elsewhere = account('b', { baseUrl: 'https://other.example.com/' });
  const two = { accounts: [account('main'), elsewhere] };
  test.each<[string, AppState, string, string, string]>([
    ['nobody', nobody(), 'signedOut', 'Not signed in', ''],
    [
      'all signed out',
      signedIn(snapshot([], 1, { kind: 'noCredential' })),
      'signedOut',
      'Signed out: sign in again',
      '',
    ],
    ['not heard of yet', signedIn(unheard), 'idle', 'Asking the service…', ''],
    [
      'never heard of, since the service cannot be reached',
      signedIn({ ...unheard, vms: { value: null, problem: NETWORK } }),
      'stale',
      'Nothing heard yet',
      ' · no fresh data',
    ],
    ['nothing runs', signedIn(quiet), 'idle', '$0.00/h · 0 running', ''],
    ['a VM runs', signedIn(billing), 'billing', '$3.42/h · 1 running', ''],
    ['only a disk costs', signedIn(snapshot([], 0.02)), 'billing', '$0.02/h · 0 running', ''],
    [
      'the rate is unknown',
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
      'a snoozed alert',
      signedIn(billing, { alerts: [{ ...ALERT, snoozedUntil: NOON + 1 }] }),
      'billing',
      '$3.42/h · 1 running',
      '',
    ],
    [
      'a snooze that has ended',
      signedIn(billing, { alerts: [{ ...ALERT, snoozedUntil: NOON }] }),
      'alert',
      '$3.42/h · 1 running',
      ' · 1 alert',
    ],
    [
      'offline',
      signedIn(billing, { surroundings: { ...online, isOnline: false } }),
      'stale',
      '$3.42/h · 1 running',
      ' · offline',
    ],
    [
      'the keychain is locked',
      signedIn(snapshot([vm('x')], 2, { kind: 'keychainLocked' })),
      'stale',
      '$2.00/h · 1 running',
      '',
    ],
    [
      'one of two is signed out',
      signedIn(billing, {
        ...two,
        snapshots: { main: billing, b: snapshot([], 0, { kind: 'noCredential' }) },
      }),
      'stale',
      '$3.42/h · 1 running',
      '',
    ],
    [
      'two accounts',
      signedIn(billing, { ...two, snapshots: { main: billing, b: billing } }),
      'billing',
      '$6.84/h · 2 running',
      '',
    ],
    [
      'two accounts of one owner',
      signedIn(billing, {
        accounts: [account('main'), account('b')],
        snapshots: { main: billing, b: billing },
      }),
      'billing',
      '$3.42/h · 1 running',
      '',
    ],
    [
      'the rate of one of two is unknown',
      signedIn(billing, { ...two, snapshots: { main: billing } }),
      'billing',
      'rate unknown · 1 running',
      '',
    ],
    [
      'amounts are hidden',
      signedIn(billing, { preferences: { ...nobody().preferences, hideAmounts: true } }),
      'billing',
      '1 running',
      '',
    ],
  ])('%s', (_, state, mark, headline, more) => {
    const { icon, tooltip, menu } = model(state);
    expect(icon.mark).toBe(mark);
    expect(labels(menu)[0]).toBe(headline);
    expect(tooltip.startsWith(`GPU Tray · ${headline}${more}`)).toBe(true);
  });

  test('data that is not fresh says since when, and why', () => {
    const stale = model(signedIn(snapshot([vm('x')], 2, NETWORK)));
    expect(stale.icon.mark).toBe('stale');
    // In the time of whoever runs this, which not everywhere differs from UTC by whole hours.
    const noon = new Date(NOON);
    const clock = [noon.getHours(), noon.getMinutes()].map((part) => `${part}`.padStart(2, '0'));
    const since = `Nov ${noon.getDate()}, ${clock.join(':')}`;
    expect(stale.tooltip.endsWith(` · no fresh data since ${since}`)).toBe(true);
    expect(labels(stale.menu)[1]).toBe('Failed to reach the service');
  });
});

describe('what differs by platform', () => {
  test.each([
    ['darwin', 'template', '$3.42/h'],
    ['win32', 'coloured', ''],
    ['linux', 'onDark', ''],
  ] as const)('%s', (platform, tone, title) => {
    const shown = trayModel(signedIn(billing), platform, NOON);
    expect(shown.icon.tone).toBe(tone);
    expect(shown.title).toBe(title);
  });

  test('the title is empty where nothing bills, says unknown as unknown, and hides with the amounts', () => {
    const title = (state: AppState) => trayModel(state, 'darwin', NOON).title;
    expect(title(signedIn(quiet))).toBe('');
    expect(title(signedIn(snapshot([vm('x')], null)))).toBe('—');
    const preferences = { ...nobody().preferences, hideAmounts: true };
    expect(title(signedIn(billing, { preferences }))).toBe('');
  });

  test('people choose the tone on Linux', () => {
    const preferences = { ...nobody().preferences, trayTone: 'light' as const };
    expect(model(signedIn(billing, { preferences })).icon.tone).toBe('onLight');
  });
});

describe('the menu', () => {
  test('without an account: signing in, and the way out', () => {
    expect(menuLabels(nobody())).toEqual([
      'Not signed in',
      '-',
      'Sign in…',
      'Settings',
      '-',
      'Quit GPU Tray',
    ]);
  });

  test('with VMs: everything can be done from it', () => {
    const state = signedIn(billing, {
      accounts: [account('main', { consoleUrl: 'https://c.example' })],
    });
    expect(menuLabels(state)).toEqual([
      '$3.42/h · 1 running',
      '-',
      'train · 2 × 4090 · $1.10/h',
      '-',
      'Refresh',
      'Open panel',
      'Settings',
      '-',
      'Quit GPU Tray',
    ]);
  });

  const fleet = (count: number, status = 'running') =>
    Array.from({ length: count }, (_, index) => vm(`${status}-${index}`, { status }));

  test.each([
    [0, 0, null],
    [1, 1, null],
    [10, 10, null],
    [12, 10, '… and 2 more'],
    [500, 10, '… and 490 more'],
  ])('of %i running VMs it shows %i', (count, shown, more) => {
    const listed = menuLabels(signedIn(snapshot(fleet(count), 1)));
    expect(listed.filter((label) => label.startsWith('running-'))).toHaveLength(shown);
    expect(listed.filter((label) => label.startsWith('… and'))).toEqual(
      more === null ? [] : [more],
    );
  });

  test('running VMs come first, then changing ones; the others are one menu deeper', () => {
    const vms = [...fleet(25, 'stopped'), ...fleet(1, 'creating'), ...fleet(1), ...fleet(1, 'odd')];
    const { menu } = model(signedIn(snapshot(vms, 1)));
    expect(labels(menu).slice(2, 5)).toEqual([
      'running-0 · 2 × 4090 · $1.10/h',
      'creating-0 · creating · 2 × 4090',
      'Other VMs (26)',
    ]);
    const others = labels(inside(menu, 'Other VMs'));
    expect(others).toHaveLength(21);
    expect(others[0]).toBe('odd-0 · odd · 2 × 4090');
    expect(others.at(-1)).toBe('… and 6 more');
  });

  test('a VM costs what is billed for it now, not its full price', () => {
    const vms = [vm('train'), ...fleet(2, 'stopped'), vm('away', { status: 'offline' })];
    const billed = { train: 0.9, 'stopped-0': 0.14, 'stopped-1': null };
    const { menu } = model(signedIn(snapshot(vms, 1.04, null, billed)));
    expect(labels(menu)[2]).toBe('train · 2 × 4090 · $0.90/h');
    expect(labels(inside(menu, 'Other VMs'))).toEqual([
      'stopped-0 · stopped · 2 × 4090 · $0.14/h',
      'away · offline · 2 × 4090',
      'stopped-1 · stopped · 2 × 4090',
    ]);
  });

  test('the dearest come first, what is not known last, and what is equal by name', () => {
    const rates = ['vm-9', 'vm-10', 'cheap', 'unknown', 'changing'];
    const vms = rates.map((id) => vm(id, { status: id === 'changing' ? 'starting' : 'running' }));
    const billed = { unknown: null, cheap: 0.1, 'vm-10': 2, 'vm-9': 2, changing: 99 };
    const names = (menu: readonly TrayMenuItem[]) =>
      labels(menu).map((label) => label.split(' · ')[0]);
    const { menu } = model(signedIn(snapshot(vms.toReversed(), 1, null, billed)));
    expect(names(menu).slice(2, 7)).toEqual(['vm-9', 'vm-10', 'cheap', 'unknown', 'changing']);
    const resting = vms.map((one) => ({ ...one, status: 'stopped' }));
    const rest = model(signedIn(snapshot(resting.toReversed(), 1, null, billed))).menu;
    expect(names(inside(rest, 'Other VMs'))).toEqual([
      ...['changing', 'vm-9', 'vm-10', 'cheap', 'unknown'],
    ]);
  });

  test('the dearest of many is among the ten that are shown', () => {
    const vms = fleet(500);
    const billed = { 'running-444': 40 };
    expect(menuLabels(signedIn(snapshot(vms, 1, null, billed)))[2]).toMatch(
      /^running-444 .*40\.00/,
    );
  });

  test('VMs of several accounts say whose they are', () => {
    const state = signedIn(billing, {
      accounts: [account('main', { label: 'team' }), account('b')],
      snapshots: { main: billing, b: quiet },
    });
    expect(menuLabels(state)).toContain('train · 2 × 4090 · $1.10/h · team');
  });

  test('hidden amounts are hidden on VMs too, and unknown ones are no zero', () => {
    const preferences = { ...nobody().preferences, hideAmounts: true };
    expect(menuLabels(signedIn(billing, { preferences }))).toContain('train · 2 × 4090');
    const unknown = signedIn(snapshot([vm('x', { hourlyRate: null, gpuType: null })], null));
    expect(menuLabels(unknown)).toContain('x');
  });

  test('each alert can be snoozed; more than five are a list in the panel', () => {
    const { menu } = model(signedIn(billing, { alerts: [ALERT] }));
    expect(inside(menu, 'Above your limit')).toEqual([
      {
        kind: 'action',
        label: 'Snooze for 15 m',
        action: { kind: 'snooze', alertId: 'a1', minutes: 15 },
      },
      {
        kind: 'action',
        label: 'Snooze for 1 h',
        action: { kind: 'snooze', alertId: 'a1', minutes: 60 },
      },
      {
        kind: 'action',
        label: 'Snooze for 8 h',
        action: { kind: 'snooze', alertId: 'a1', minutes: 480 },
      },
      { kind: 'action', label: 'Show in the panel', action: { kind: 'showAlerts' } },
    ]);
    const seven = Array.from({ length: 7 }, (_, index) => ({ ...ALERT, id: `a${index}` }));
    expect(menuLabels(signedIn(billing, { alerts: seven }))).toContain('… and 2 more alerts');
  });

  test('what a key is not allowed to see is no trouble', () => {
    const snapshotted = {
      ...billing,
      vms: { value: null, problem: { kind: 'forbidden', detail: null } as const },
    };
    expect(menuLabels(signedIn(snapshotted))).toEqual([
      '$3.42/h · 0 running',
      '-',
      'Refresh',
      'Open panel',
      'Settings',
      '-',
      'Quit GPU Tray',
    ]);
  });
});

describe('whatever the service sends', () => {
  const everyLabel = (items: readonly TrayMenuItem[]): readonly string[] =>
    items.flatMap((item) => {
      if (item.kind === 'separator') return [];
      return item.kind === 'submenu' ? [item.label, ...everyLabel(item.items)] : [item.label];
    });

  test('a name is one printable line, cut off before the price, with its & shown', () => {
    const label = `a & b\n\u202e${'long '.repeat(600)}`;
    const shown = menuLabels(signedIn(snapshot([vm('x', { label })], 1)))[2] ?? '';
    expect(shown).toMatch(/^a && b {1,2}long .*… · 2 × 4090 · \$1\.10\/h$/);
    expect(shown.length).toBeLessThan(70);
  });

  test('everything long at once takes nothing from the price', () => {
    const long = 'long'.repeat(20);
    const values = { label: long, status: long, gpuType: long, hourlyRate: 123_456_789 };
    const state = signedIn(snapshot([vm('x', values)], 1, null, { x: 123_456_789 }), {
      accounts: [account('main', { label: long }), account('b')],
      preferences: { ...nobody().preferences, currency: 'CHF' },
    });
    const shown = labels(inside(model(state).menu, 'Other VMs'))[0] ?? '';
    expect(shown).toMatch(
      /^(long){2}lon… · long.*… · 2 × long.*… · CHF123,456,789\.00\/h · long.*…$/,
    );
    expect(shown.length).toBeLessThanOrEqual(90);
  });

  test('no text breaks a label', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ maxLength: 300 }),
    );
    fc.assert(
      fc.property(text, text, text, (label, gpuType, status) => {
        const state = signedIn(snapshot([vm('x', { label, gpuType, status })], 1), {
          accounts: [account('main', { label: gpuType }), account('b', { label: status })],
          notice: label,
        });
        for (const shown of everyLabel(model(state).menu)) {
          expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
          expect(shown.replaceAll('&&', '')).not.toContain('&');
          expect(shown).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });
});
