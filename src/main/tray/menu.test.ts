import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../shared/alerts/alert.ts';
import { makeAlert } from '../../shared/alerts/testing/alerts.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { makeVmList, whileRunning } from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import type { AppState } from '../../shared/state/index.ts';
import { ANY_CHARACTER } from '../../shared/testing/any-character.ts';
import { account, firstStart, NOON, signedIn, snapshot, vm } from '../testing/app-states.ts';
import type { TrayMenuItem } from './menu-item.ts';
import { trayModel } from './tray-model.ts';

const ALERT = makeAlert({ id: 'a1', openedAt: NOON });
const HOUR = 3_600_000;
const NETWORK: Problem = { kind: 'network' };
const billing = snapshot([vm('train')], 3.42);
const quiet = snapshot([vm('old', { status: 'stopped' })], 0);

const menuOf = (state: AppState) => trayModel(state, NOON).menu;
const labels = (items: readonly TrayMenuItem[]) =>
  items.map((item) => (item === 'separator' ? '-' : item.label));
const menuLabels = (state: AppState) => labels(menuOf(state));
const inside = (items: readonly TrayMenuItem[], start: string): readonly TrayMenuItem[] => {
  const found = items.find((item) => item !== 'separator' && item.label.startsWith(start));
  return found !== undefined && found !== 'separator' && 'items' in found ? found.items : [];
};
const elsewhere = account('b', { baseUrl: 'https://other.example.com/' });
const two = { accounts: [account('main'), elsewhere] };

describe('problems', () => {
  const problems = (state: AppState) =>
    menuOf(state)
      .flatMap((item) =>
        item !== 'separator' &&
        'action' in item &&
        item.action?.kind === 'openPanel' &&
        item.action.screen === null
          ? [item.label]
          : [],
      )
      .slice(1);

  test('are shown once, with the account where there are several', () => {
    const failed = snapshot([], 1, NETWORK);
    expect(problems(signedIn(failed))).toEqual(['Failed to reach the service']);
    const both = { ...two, snapshots: { main: failed, b: billing } };
    expect(problems(signedIn(failed, both))).toEqual(['main: Failed to reach the service']);
  });

  test('include the keychain and the notice', () => {
    const state = signedIn(billing, { keychain: 'waiting', notice: 'Settings were reset' });
    expect(problems(state)).toEqual(['Waiting for your keychain', 'Settings were reset']);
  });

  test('include VMs that could not be read, and not what the scope of a key excludes', () => {
    const unreadable = { value: makeVmList([], { skipped: 2 }), problem: null };
    expect(problems(signedIn({ ...billing, vms: unreadable }))).toEqual([
      '2 VMs have data that GPU Tray can’t read',
    ]);
    const forbidden = { value: null, problem: { kind: 'forbidden' } } as const;
    expect(problems(signedIn({ ...billing, vms: forbidden }))).toEqual([]);
  });
});

describe('the menu', () => {
  test('offers to sign in without an account', () => {
    expect(menuLabels(firstStart())).toEqual([
      ...['Sign in…', 'Not signed in', '-', 'Settings…', 'Quit GPU Tray'],
    ]);
  });

  test('lists VMs and the screens', () => {
    expect(menuLabels(signedIn(billing))).toEqual([
      ...['Open GPU Tray', '$3.42/h · 1 running', '-'],
      ...['train   $1.10', '-'],
      ...['Launch a VM…', 'Usage', 'Settings…', 'Quit GPU Tray'],
    ]);
  });

  test('offers Launch while some account may read VMs', () => {
    const forbidden = { value: null, problem: { kind: 'forbidden' } } as const;
    const billingOnly = { ...billing, vms: forbidden };
    const launch = 'Launch a VM…';
    expect(menuLabels(signedIn(billingOnly))).not.toContain(launch);
    const both = { ...two, snapshots: { main: billingOnly, b: billing } };
    expect(menuLabels(signedIn(billing, both))).toContain(launch);
    expect(menuLabels(signedIn(billing, { snapshots: {} }))).toContain(launch);
    const accounts = [account('main', { can: ['stop'] })];
    expect(menuLabels(signedIn(billing, { accounts }))).not.toContain(launch);
  });

  const fleet = (count: number, status = 'running') =>
    Array.from({ length: count }, (_, index) => vm(`${status}-${index}`, { status }));

  const frozen = (count: number) =>
    Array.from({ length: count }, (_, index) => vm(`frozen-${index}`, { isFrozen: true }));
  const seven = Array.from({ length: 7 }, (_, index) => ({ ...ALERT, id: `a${index}` }));

  test.each([
    ['no VM', [], []],
    ['eight running VMs', fleet(8), fleet(8)],
    ['twelve running VMs', fleet(12), [...fleet(8), '4 more']],
    ['500 running VMs', fleet(500), [...fleet(8), '492 more']],
    ['three frozen, seven running', [...frozen(3), ...fleet(7)], null],
    ['six frozen, six running', [...frozen(6), ...fleet(6)], [...frozen(3), ...fleet(6), '3 more']],
    [
      'six frozen, eight running',
      [...frozen(6), ...fleet(8)],
      [...frozen(3), ...fleet(6), '5 more'],
    ],
    ['stopped VMs', [...fleet(26, 'stopped'), ...fleet(1)], fleet(1)],
    ['a destroyed VM', [...fleet(1, 'destroyed'), ...fleet(1)], fleet(1)],
  ])('of %s, shows what fits 20 lines', (_, vms, expected) => {
    const menu = menuLabels(signedIn(snapshot(vms, 1), { alerts: seven }));
    const name = (one: Vm | string) => (typeof one === 'string' ? one : one.id);
    const listed = menu.filter((label) => /^(running|frozen|stopped|destroyed)-|more$/.test(label));
    expect(listed.map((label) => label.split('   ')[0])).toEqual((expected ?? vms).map(name));
    expect(menu.length).toBeLessThanOrEqual(20);
  });

  test('problems take the place of running VMs', () => {
    const portal = snapshot([...frozen(6), ...fleet(8)], 1, {
      ...{ kind: 'notTheService', found: 'webPage' },
    });
    const menu = menuLabels(
      signedIn(portal, { alerts: seven, keychain: 'waiting', notice: 'Settings were reset' }),
    );
    expect(menu).toHaveLength(20);
    expect(menu.filter((label) => label.startsWith('running-'))).toHaveLength(2);
    expect(menu).toContain('9 more');
  });

  test('stops no idle VM, but opens the review of their stops', () => {
    const idle = vm('bad', { isFrozen: true });
    const menu = menuOf(signedIn(snapshot([vm('train'), idle], 1)));
    expect(labels(menu).slice(3, 6)).toEqual([
      expect.stringMatching(/^bad .*frozen$/),
      'Stop idle VMs…',
      expect.stringMatching(/^train/),
    ]);
    expect(menu[4]).toMatchObject({ action: { kind: 'openPanel', screen: { kind: 'stopIdle' } } });
  });

  test('shows the cost of today beside the rate, updated every five minutes', () => {
    const cost = (known: number | null) => ({ known, asOf: NOON, perHour: 12 });
    const headline = (values: Partial<AppState>, now = NOON) =>
      labels(trayModel(signedIn(billing, values), now).menu)[1];
    const today = (known: number | null) => ({ costs: { today: cost(known), month: cost(null) } });
    expect(headline(today(28.1))).toBe('$3.42/h · 1 running · today $28.10');
    expect(headline(today(null))).toBe('$3.42/h · 1 running');
    const late = { today: { ...cost(3.2), isAtLeast: true }, month: cost(null) };
    expect(headline({ costs: late })).toBe('$3.42/h · 1 running · today ≥ $3.20');
    expect(headline(today(28.1), NOON + 299_999)).toContain('$28.10');
    expect(headline(today(28.1), NOON + 300_000)).toContain('$29.10');
    const preferences = { ...firstStart().preferences, hideAmounts: true };
    expect(headline({ ...today(28.1), preferences })).toBe('1 running');
  });

  test('shows what is billed for a VM now, not its full price', () => {
    const menu = menuLabels(signedIn(snapshot([vm('train')], 1.04, null, { train: 0.9 })));
    expect(menu[3]).toBe('train   $0.90');
  });

  test('sorts by rate, as the panel, unknown rates last, then by name', () => {
    const vms = ['vm-9', 'vm-10', 'cheap', 'unknown'].map((id) => vm(id));
    const billed = { unknown: null, cheap: 0.1, 'vm-10': 2, 'vm-9': 2 };
    const menu = menuLabels(signedIn(snapshot(vms.toReversed(), 1, null, billed)));
    expect(menu.slice(3, 7).map((label) => label.split('   ')[0])).toEqual([
      ...['vm-9', 'vm-10', 'cheap', 'unknown'],
    ]);
  });

  test('names the account and the GPUs of a VM first in its submenu', () => {
    const state = signedIn(billing, {
      accounts: [account('main', { label: 'team' }), account('b')],
      snapshots: { main: billing, b: quiet },
    });
    expect(labels(inside(menuOf(state), 'train'))[0]).toBe('team · 2 × 4090');
    expect(labels(inside(menuOf(signedIn(billing)), 'train'))[0]).toBe('2 × 4090');
  });

  test('shows no rate on VMs when amounts are hidden or it is unknown', () => {
    const preferences = { ...firstStart().preferences, hideAmounts: true };
    expect(menuLabels(signedIn(billing, { preferences }))).toContain('train');
    const unknown = signedIn(
      snapshot([vm('x', { rates: whileRunning(null), gpuType: null, gpuCount: null })], null),
    );
    expect(menuLabels(unknown)).toContain('x');
  });

  test('offers to snooze each alert', () => {
    const alertMenu = (alert: Alert) =>
      inside(inside(menuOf(signedIn(billing, { alerts: [alert] })), '1 '), '');
    expect(alertMenu(ALERT)).toEqual([
      {
        label: 'Snooze for 1 h',
        action: { kind: 'snoozeAlert', input: { alertId: 'a1', snooze: 'hour' } },
      },
      {
        label: 'Snooze until tomorrow',
        action: { kind: 'snoozeAlert', input: { alertId: 'a1', snooze: 'tomorrow' } },
      },
      {
        label: 'Show alerts',
        action: { kind: 'openPanel', screen: { kind: 'alerts' } },
      },
    ]);
  });

  test('counts alerts in one line without snoozed ones, and lists at most five', () => {
    const snoozed = { ...ALERT, id: 'b', snoozedUntil: NOON + HOUR };
    const line = (alerts: readonly Alert[]) => menuLabels(signedIn(billing, { alerts }))[2];
    expect(line([])).toBe('-');
    expect(line([ALERT, snoozed])).toBe('1 alert');
    expect(line([snoozed])).toBe('-');
    const all = inside(menuOf(signedIn(billing, { alerts: [snoozed, ...seven] })), '7 ');
    expect(labels(all)).toEqual([
      ...Array.from({ length: 5 }, () => 'Hourly rate above your limit of $3.00/h'),
      '2 more alerts',
    ]);
  });
});

describe('hostile data from the service', () => {
  const everyLabel = (items: readonly TrayMenuItem[]): readonly string[] =>
    items.flatMap((item) => {
      if (item === 'separator') return [];
      return 'items' in item ? [item.label, ...everyLabel(item.items)] : [item.label];
    });

  test('a name becomes one printable line, shortened before the price, with & escaped', () => {
    const label = `a & b\n\u202e${'long '.repeat(600)}`;
    const shown = menuLabels(signedIn(snapshot([vm('x', { label })], 1)))[3] ?? '';
    expect(shown).toMatch(/^a && b {1,2}long .*… {3}\$1\.10$/);
    expect(shown.length).toBeLessThan(70);
  });

  test('the price survives when every part is too long', () => {
    const long = 'long'.repeat(20);
    const values = { label: long, status: long, gpuType: long, rates: whileRunning(123_456_789) };
    const state = signedIn(snapshot([vm('x', values)], 1, null, { x: 123_456_789 }), {
      accounts: [account('main', { label: long }), account('b')],
    });
    const shown = labels(menuOf(state)).find((one) => one.includes('$123')) ?? '';
    expect(shown).toMatch(/^(long){7}lon… {3}\$123\.5M {3}(long)*lon…$/);
    expect(shown.length).toBeLessThanOrEqual(90);
  });

  test('labels are printable, escaped and never empty', () => {
    const text = fc.oneof(
      fc.string({ unit: ANY_CHARACTER, maxLength: 300 }),
      fc.string({ maxLength: 300 }),
    );
    fc.assert(
      fc.property(text, text, text, (label, gpuType, status) => {
        const state = signedIn(snapshot([vm('x', { label, gpuType, status })], 1), {
          accounts: [account('main', { label: gpuType }), account('b', { label: status })],
          notice: label,
        });
        for (const shown of everyLabel(menuOf(state))) {
          expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
          expect(shown.replaceAll('&&', '')).not.toContain('&');
          expect(shown).not.toBe('');
        }
      }),
      { numRuns: 100 },
    );
  });
});
