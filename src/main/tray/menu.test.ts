import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeAlert } from '../../shared/alerts/testing/alerts.ts';
import type { Problem } from '../../shared/domain/index.ts';
import { vmKey } from '../../shared/ssh/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import { account, firstStart, NOON, signedIn, snapshot, vm } from '../testing/app-states.ts';
import type { TrayMenuItem } from './menu-item.ts';
import { trayModel } from './tray-model.ts';

const ALERT = makeAlert({ id: 'a1', openedAt: NOON });
const HOUR = 3_600_000;
const LINUX = { platform: 'linux', isDark: true } as const;
const NETWORK: Problem = { kind: 'network' };
const billing = snapshot([vm('train')], 3.42);
const quiet = snapshot([vm('old', { status: 'stopped' })], 0);

const menuOf = (state: AppState) => trayModel(state, LINUX, NOON).menu;
const labels = (items: readonly TrayMenuItem[]) =>
  items.map((item) => (item.kind === 'separator' ? '-' : item.label));
const menuLabels = (state: AppState) => labels(menuOf(state));
const inside = (items: readonly TrayMenuItem[], start: string): readonly TrayMenuItem[] => {
  const found = items.find((item) => item.kind === 'submenu' && item.label.startsWith(start));
  return found?.kind === 'submenu' ? found.items : [];
};
const online = firstStart().environment;
const elsewhere = account('b', { baseUrl: 'https://other.example.com/' });
const two = { accounts: [account('main'), elsewhere] };

describe('problems', () => {
  const problems = (state: AppState) =>
    menuOf(state)
      .flatMap((item) =>
        item.kind === 'action' && item.action.kind === 'openPanel' && item.action.screen === null
          ? [item.label]
          : [],
      )
      .slice(0, -1);

  test('are shown once, with the account where there are several', () => {
    const failed = snapshot([], 1, NETWORK);
    expect(problems(signedIn(failed))).toEqual(['Failed to reach the service']);
    const both = { ...two, snapshots: { main: failed, b: billing } };
    expect(problems(signedIn(failed, both))).toEqual(['main: Failed to reach the service']);
  });

  test('are not shown after one failed poll', () => {
    const retrying = { ...snapshot([], 1, NETWORK), freshness: 'retrying' } as const;
    expect(problems(signedIn(retrying))).toEqual([]);
  });

  test('do not repeat the headline', () => {
    expect(problems(signedIn(snapshot([], 1, { kind: 'noCredential' })))).toEqual([]);
  });

  test('while offline, unreachable services are not listed', () => {
    const offline = { environment: { ...online, isOnline: false } };
    for (const problem of [NETWORK, { kind: 'dns' }, { kind: 'timeout', seconds: 15 }] as const)
      expect(problems(signedIn(snapshot([], 1, problem), offline))).toEqual(['Offline']);
  });

  test('include the keychain and the notice', () => {
    const state = signedIn(billing, { keychain: 'waiting', notice: 'Settings were reset' });
    expect(problems(state)).toEqual(['Waiting for your keychain', 'Settings were reset']);
  });

  test('leave out what the scope of a key excludes', () => {
    const forbidden = { value: null, problem: { kind: 'forbidden', detail: null } } as const;
    expect(problems(signedIn({ ...billing, vms: forbidden }))).toEqual([]);
  });
});

describe('the menu', () => {
  test('offers to sign in without an account', () => {
    expect(menuLabels(firstStart())).toEqual([
      'Not signed in',
      '-',
      'Sign in…',
      'Settings…',
      '-',
      'Quit GPU Tray',
    ]);
  });

  test('lists VMs and the commands', () => {
    const state = signedIn(billing, {
      accounts: [account('main', { consoleUrl: 'https://c.example' })],
    });
    expect(menuLabels(state)).toEqual([
      '$3.42/h · 1 running',
      '-',
      'train · 2 × 4090 · $1.10/h',
      'Copy SSH command',
      '-',
      'Launch a VM…',
      'Refresh',
      'Hide amounts',
      'Open GPU Tray',
      'Settings…',
      '-',
      'Quit GPU Tray',
    ]);
  });

  test('offers Launch while some account may read VMs', () => {
    const forbidden = { value: null, problem: { kind: 'forbidden', detail: null } } as const;
    const billingOnly = { ...billing, vms: forbidden };
    const launch = 'Launch a VM…';
    expect(menuLabels(signedIn(billingOnly))).not.toContain(launch);
    const both = { ...two, snapshots: { main: billingOnly, b: billing } };
    expect(menuLabels(signedIn(billing, both))).toContain(launch);
    expect(menuLabels(signedIn(billing, { snapshots: {} }))).toContain(launch);
  });

  const fleet = (count: number, status = 'running') =>
    Array.from({ length: count }, (_, index) => vm(`${status}-${index}`, { status }));

  test.each([
    [0, 0, null],
    [1, 1, null],
    [10, 10, null],
    [12, 10, '… and 2 more'],
    [500, 10, '… and 490 more'],
  ])('of %i running VMs, shows %i', (count, shown, more) => {
    const listed = menuLabels(signedIn(snapshot(fleet(count), 1)));
    expect(listed.filter((label) => label.startsWith('running-'))).toHaveLength(shown);
    expect(listed.filter((label) => label.startsWith('… and'))).toEqual(
      more === null ? [] : [more],
    );
  });

  test('lists running, then changing VMs, and the others in a submenu', () => {
    const vms = [...fleet(26, 'stopped'), ...fleet(1, 'creating'), ...fleet(3)];
    const menu = menuOf(signedIn(snapshot(vms, 1)));
    expect(labels(menu).slice(2, 7)).toEqual([
      'running-0 · 2 × 4090 · $1.10/h',
      'running-1 · 2 × 4090 · $1.10/h',
      'running-2 · 2 × 4090 · $1.10/h',
      'creating-0 · creating · 2 × 4090',
      '-',
    ]);
    const others = labels(inside(menu, 'Other VMs (26)'));
    expect(others).toHaveLength(21);
    expect(others.at(-1)).toBe('… and 6 more');
  });

  test('offers the most used actions of up to three VMs without a submenu', () => {
    const vms = [...fleet(2), ...fleet(1, 'creating')];
    const ssh = { ...firstStart().ssh, terminals: [{ id: 'xterm', name: 'XTerm' }] };
    const menu = menuOf(signedIn(snapshot(vms, 1), { ssh }));
    expect(labels(menu).slice(2, 11)).toEqual([
      ...['running-0 · 2 × 4090 · $1.10/h', 'Copy SSH command', 'Open in terminal', '-'],
      ...['running-1 · 2 × 4090 · $1.10/h', 'Copy SSH command', 'Open in terminal', '-'],
      'creating-0 · creating · 2 × 4090',
    ]);
  });

  test.each([
    [NOON - 23 * HOUR, ['Needs attention · 1', 'bad · failed · 2 × 4090', '-', 'train']],
    [NOON - 24 * HOUR, ['train']],
  ])('has VMs in trouble first while one is younger than 24 h', (troubleSince, first) => {
    const vms = [vm('train'), vm('bad', { status: 'failed' })];
    const times = { troubleSince, isTroubleObserved: true, lowSince: null };
    const vmActivity = { [vmKey('main', 'bad')]: times };
    const menu = menuOf(signedIn(snapshot(vms, 1), { vmActivity }));
    const shown = labels(menu).map((label) => (label.startsWith('train') ? 'train' : label));
    expect(shown.slice(2, 2 + first.length)).toEqual(first);
    expect(shown.includes('Other VMs (1)')).toBe(first.length === 1);
  });

  test('shows the costs of today and of the month, updated every five minutes', () => {
    const cost = (known: number | null) => ({ known, asOf: NOON, perHour: 12 });
    const costLabels = (today: number | null, month: number | null, now = NOON) => {
      const costs = { today: cost(today), month: cost(month) };
      return labels(trayModel(signedIn(billing, { costs }), LINUX, now).menu).slice(1, 2);
    };
    expect(costLabels(28.1, 412.3)).toEqual(['Today $28.10 · November $412.30']);
    expect(costLabels(null, 412.3)).toEqual(['Today — · November $412.30']);
    expect(costLabels(null, null)).toEqual(['-']);
    const measured = { costs: { today: cost(null), month: cost(null) }, measuredToday: cost(3.2) };
    const shown = trayModel(signedIn(billing, measured), LINUX, NOON).menu;
    expect(labels(shown)).toContain('Today ≈ $3.20 · November —');
    expect(costLabels(28.1, 412.3, NOON + 299_999)).toEqual(['Today $28.10 · November $412.30']);
    expect(costLabels(28.1, 412.3, NOON + 300_000)).toEqual(['Today $29.10 · November $413.30']);
  });

  test('can hide the amounts and show them again', () => {
    const costs = { today: { known: 1, asOf: NOON, perHour: 0 } };
    const state = (hideAmounts: boolean) =>
      signedIn(billing, {
        costs: { ...costs, month: costs.today },
        preferences: { ...firstStart().preferences, hideAmounts },
      });
    const toggle = (hideAmounts: boolean) =>
      menuOf(state(hideAmounts)).find(({ kind }) => kind === 'checkbox');
    const change = (hideAmounts: boolean) => ({
      kind: 'changePreferences',
      input: { hideAmounts },
    });
    expect(toggle(false)).toMatchObject({ isChecked: false, action: change(true) });
    expect(toggle(true)).toMatchObject({ isChecked: true, action: change(false) });
    expect(menuLabels(state(true)).join()).not.toContain('$');
  });

  test('offers the login of a network that answers in place of the service', () => {
    const portal = snapshot([], 1, { kind: 'notTheService', found: 'webPage' });
    expect(menuOf(signedIn(portal))).toContainEqual({
      kind: 'action',
      label: 'Open login page',
      action: { kind: 'openLoginPage', input: { accountId: 'main' } },
    });
  });

  test('shows what is billed for a VM now, not its full price', () => {
    const vms = [vm('train'), ...fleet(2, 'stopped')];
    const billed = { train: 0.9, 'stopped-0': 0.14, 'stopped-1': null };
    const menu = menuOf(signedIn(snapshot(vms, 1.04, null, billed)));
    expect(labels(menu)[2]).toBe('train · 2 × 4090 · $0.90/h');
    expect(labels(inside(menu, 'Other VMs'))).toEqual([
      'stopped-0 · stopped · 2 × 4090 · $0.14/h',
      'stopped-1 · stopped · 2 × 4090',
    ]);
  });

  test('sorts by rate, unknown rates last, then by name', () => {
    const rates = ['vm-9', 'vm-10', 'cheap', 'unknown', 'changing'];
    const vms = rates.map((id) => vm(id, { status: id === 'changing' ? 'starting' : 'running' }));
    const billed = { unknown: null, cheap: 0.1, 'vm-10': 2, 'vm-9': 2, changing: 99 };
    const names = (menu: readonly TrayMenuItem[]) =>
      labels(menu).map((label) => label.split(' · ')[0]);
    const menu = menuOf(signedIn(snapshot(vms.toReversed(), 1, null, billed)));
    expect(names(menu).slice(2, 7)).toEqual(['vm-9', 'vm-10', 'cheap', 'unknown', 'changing']);
    const stopped = vms.map((one) => ({ ...one, status: 'stopped' }));
    const others = menuOf(signedIn(snapshot(stopped.toReversed(), 1, null, billed)));
    expect(names(inside(others, 'Other VMs'))).toEqual([
      ...['changing', 'vm-9', 'vm-10', 'cheap', 'unknown'],
    ]);
  });

  test('shows the most expensive of many VMs', () => {
    const vms = fleet(500);
    const billed = { 'running-444': 40 };
    expect(menuLabels(signedIn(snapshot(vms, 1, null, billed)))[2]).toMatch(
      /^running-444 .*40\.00/,
    );
  });

  test('names the account of each VM where there are several', () => {
    const state = signedIn(billing, {
      accounts: [account('main', { label: 'team' }), account('b')],
      snapshots: { main: billing, b: quiet },
    });
    expect(menuLabels(state)).toContain('train · 2 × 4090 · $1.10/h · team');
  });

  test('shows no rate on VMs when amounts are hidden or it is unknown', () => {
    const preferences = { ...firstStart().preferences, hideAmounts: true };
    expect(menuLabels(signedIn(billing, { preferences }))).toContain('train · 2 × 4090');
    const unknown = signedIn(snapshot([vm('x', { hourlyRate: null, gpuType: null })], null));
    expect(menuLabels(unknown)).toContain('x');
  });

  test('offers to snooze or wake each alert, and lists at most five', () => {
    const menu = menuOf(signedIn(billing, { alerts: [ALERT] }));
    expect(inside(menu, 'Above your limit')).toEqual([
      {
        kind: 'action',
        label: 'Snooze for 1 h',
        action: { kind: 'snoozeAlert', input: { alertId: 'a1', snooze: 'hour' } },
      },
      {
        kind: 'action',
        label: 'Snooze until tomorrow',
        action: { kind: 'snoozeAlert', input: { alertId: 'a1', snooze: 'tomorrow' } },
      },
      {
        kind: 'action',
        label: 'Show alerts',
        action: { kind: 'openPanel', screen: { kind: 'alerts' } },
      },
    ]);
    const snoozed = menuOf(signedIn(billing, { alerts: [{ ...ALERT, snoozedUntil: NOON + 1 }] }));
    expect(inside(snoozed, 'Snoozed: Above your limit')[0]).toEqual({
      ...{ kind: 'action', label: 'Wake' },
      action: { kind: 'snoozeAlert', input: { alertId: 'a1', snooze: null } },
    });
    const ofVm = makeAlert({ accountId: 'main', vmId: 'x', message: 'x is idle' });
    const input = { accountId: 'main', vmId: 'x', isMuted: true };
    expect(inside(menuOf(signedIn(billing, { alerts: [ofVm] })), 'x is idle')).toContainEqual({
      ...{ kind: 'action', label: 'Mute this VM', action: { kind: 'muteVm', input } },
    });
    const seven = Array.from({ length: 7 }, (_, index) => ({ ...ALERT, id: `a${index}` }));
    expect(menuLabels(signedIn(billing, { alerts: seven }))).toContain('… and 2 more alerts');
    const six = seven.slice(1);
    expect(menuLabels(signedIn(billing, { alerts: six }))).toContain('… and 1 more alert');
  });
});

describe('hostile data from the service', () => {
  const everyLabel = (items: readonly TrayMenuItem[]): readonly string[] =>
    items.flatMap((item) => {
      if (item.kind === 'separator') return [];
      return item.kind === 'submenu' ? [item.label, ...everyLabel(item.items)] : [item.label];
    });

  test('a name becomes one printable line, shortened before the price, with & escaped', () => {
    const label = `a & b\n\u202e${'long '.repeat(600)}`;
    const shown = menuLabels(signedIn(snapshot([vm('x', { label })], 1)))[2] ?? '';
    expect(shown).toMatch(/^a && b {1,2}long .*… · 2 × 4090 · \$1\.10\/h$/);
    expect(shown.length).toBeLessThan(70);
  });

  test('the price survives when every part is too long', () => {
    const long = 'long'.repeat(20);
    const values = { label: long, status: long, gpuType: long, hourlyRate: 123_456_789 };
    const state = signedIn(snapshot([vm('x', values)], 1, null, { x: 123_456_789 }), {
      accounts: [account('main', { label: long }), account('b')],
      preferences: { ...firstStart().preferences, currency: 'CHF' },
    });
    const shown = labels(menuOf(state))[3] ?? '';
    expect(shown).toMatch(/^(long){3}… · long.*… · 2 × long.*… · CHF123,456,789\.00\/h · long.*…$/);
    expect(shown.length).toBeLessThanOrEqual(90);
  });

  test('labels are printable, escaped and never empty', () => {
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
        for (const shown of everyLabel(menuOf(state))) {
          expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
          expect(shown.replaceAll('&&', '')).not.toContain('&');
          expect(shown).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });
});
