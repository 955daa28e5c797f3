import { stripVTControlCharacters } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { spendOf } from '../../shared/domain/billing.ts';
import { makeRates, makeSpend, makeVm, whileRunning } from '../../shared/domain/testing/records.ts';
import { appOf, billed, NOW, spend, TABLE_OPTIONS, view, vm } from '../testing/fakes.ts';
import { statusTable } from './status-table.ts';

const ESC = '\u001b';

const COSTS = 'Today —   January —   forecast —';

type View = ReturnType<typeof view>;

const plain = (...accounts: View[]) => statusTable(appOf(accounts), TABLE_OPTIONS);

/** The VM lines, trimmed. */
const rows = (...accounts: View[]) =>
  plain(...accounts).flatMap((line) => (/^ {2}[^A-Z$ ]/.test(line) ? [line.trim()] : []));

describe('an account', () => {
  test('shows its label, age, spend, VMs and costs', () => {
    const account = view({
      vms: [
        vm('1', { label: 'train-1', startedAt: '2026-01-02T03:00:00Z', rates: whileRunning(0.69) }),
        vm('2', {
          label: null,
          defaultName: 'vm-4711',
          gpuCount: 8,
          gpuType: 'pro6000',
          rates: whileRunning(12.5),
        }),
      ],
      spend: spend({ perHour: 13.19, perDay: 316.56, perMonth: 9496.8, runningVms: 2 }),
    });
    const costs = { today: billed(28.1), month: billed(412.3) };
    expect(statusTable(appOf([account], { costs }), TABLE_OPTIONS)).toEqual([
      'example  up to date, updated 5 s ago',
      '  $13.19/h   $317/day   $9,497/month by the service   2 running',
      '  STATUS     LABEL    GPU          UPTIME    $/H  IP',
      '  ● running  vm-4711  8 × pro6000    35 h  12.50  203.0.113.7',
      '  ● running  train-1  1 × 4090        9 h   0.69  203.0.113.7',
      '',
      'Today $28.10   January $412   forecast $9,751',
    ]);
  });

  test.each([
    ['interrupted', 'outbid; restarts automatically', '◇ outbid '],
    ['starting', 'waits for its GPU; billed when it starts', '◐ waits for its GPU '],
    ['offline', 'offline · its host is gone', '▫ offline · its host is gone '],
  ])('shows the state of a VM that is %s in the terms %j', (status, note, shown) => {
    expect(plain(view({ vms: [vm('1', { status, note })] })).join('\n')).toContain(shown);
  });

  test('shows unknown values as such, never as zero', () => {
    const unknown = makeVm({ id: '1', status: 'running', label: null });
    const account = view({
      vms: [unknown],
      spend: spend({ perHour: null, perDay: null, perMonth: null, runningVms: null }),
    });
    const text = plain(account).join('\n');
    expect(text).toContain('—   —/day   —/month by the service');
    expect(text).not.toContain('running\n');
    expect(text).toMatch(/● running {2}vm-1 +—\n/);
    expect(text).not.toMatch(/\b0/);
  });

  test('says "at least" once per total, and no figures that the provider does not have', () => {
    const stopped = vm('1', {
      status: 'stopped',
      rates: makeRates({ now: { perHour: 0.0055, isAtLeast: true } }),
    });
    const running = vm('2', { rates: makeRates({ now: { perHour: 0.44, isAtLeast: false } }) });
    const text = plain(view({ vms: [stopped, running], spend: spendOf([stopped, running]) }));
    expect(text[1]).toBe('  ≥ $0.44/h   1 running');
    expect(text.slice(2).join('\n')).not.toContain('at least');
    const both = plain(view({ vms: [stopped], spend: spendOf([stopped]) }), view());
    expect(both.at(-2)).toMatch(/^All accounts: +≥ \$0\.69\/h/);
  });

  test('explains a missing VM scope and shows the spend with the VMs in it', () => {
    const forbidden = { kind: 'forbidden', detail: 'Scope billing_only' } as const;
    const vms = [
      { vmId: 'a', defaultName: 'vm-7', gpuType: '4090', gpuCount: 1, totalPerHour: 0.2 },
      { vmId: 'b', totalPerHour: null },
      { vmId: 'c', defaultName: 'vm-8', gpuType: '50\u001b90', gpuCount: 2, totalPerHour: 1.38 },
    ];
    const billed = { ...spend(), vms: makeSpend({ vms }).vms, skipped: 1 };
    expect(plain(view({ vms: null, vmsProblem: forbidden, spend: billed }))).toEqual([
      'example  up to date, updated 5 s ago',
      '  This key can only see billing, so status and SSH are unavailable. Permission denied: Scope billing_only. Use an API key with more permissions.',
      '  $0.69/h   $16.56/day   $497/month by the service   1 running',
      '  LABEL  GPU         $/H',
      '  vm-8   2 × 50 90  1.38',
      '  vm-7   1 × 4090   0.20',
      '  vm-b   —             —',
      '  1 could not be read',
      '',
      COSTS,
    ]);
    const none = plain(view({ vms: null, vmsProblem: forbidden })).join('\n');
    expect(none).not.toContain('LABEL');
  });

  test('keeps its last data and shows their age, and its problem last where asked to', () => {
    const network = { kind: 'network' } as const;
    const account = view(
      { vms: [vm('1')], vmsProblem: network, spendProblem: network },
      { asOf: NOW - 3 * 3_600_000 },
    );
    const lines = plain(account);
    expect(lines[0]).toBe('example  out of date, updated 3 h ago');
    expect(lines).toHaveLength(6);
    expect(statusTable(appOf([account]), { ...TABLE_OPTIONS, hasProblems: true })).toEqual([
      ...lines,
      'Failed to reach the service. Check your network and the service URL.',
    ]);
  });

  test('without data shows its state', () => {
    const problem = { kind: 'unauthorized', credential: 'apiKey' } as const;
    const account = view(
      { vms: null, spend: null, vmsProblem: problem, spendProblem: problem },
      { asOf: null },
    );
    expect(plain(account)).toEqual(['example  signed out, no data yet', '', COSTS]);
  });

  test('names today where it is not the day of the user', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles');
    onTestFinished(() => void vi.unstubAllEnvs());
    const lines = plain(view());
    expect(lines.at(-1)).toMatch(/ {3}today is [A-Z][a-z]{2} \d+ \(UTC\)$/);
    vi.stubEnv('TZ', 'UTC');
    expect(plain(view()).at(-1)).not.toContain('today is');
  });

  test('says why costs are unknown although nothing failed', () => {
    const missingCosts = { problem: null, retryAt: NOW };
    const app = appOf([view({}, { provider: 'lambda', can: [] })], { missingCosts });
    expect(statusTable(app, TABLE_OPTIONS).at(-1)).toBe('Costs unknown: Lambda reports no total.');
  });

  test('says once why costs are unknown', () => {
    const problem = { kind: 'forbidden' } as const;
    const missingCosts = { problem, retryAt: NOW };
    const lines = (...views: View[]) => statusTable(appOf(views, { missingCosts }), TABLE_OPTIONS);
    expect(lines(view(), view()).slice(-2)).toEqual([
      COSTS,
      'Costs unknown: Permission denied. Use an API key that can read billing.',
    ]);
    // The account's own problem says it.
    expect(lines(view({ vmsProblem: problem, spendProblem: problem })).at(-1)).toBe(COSTS);
  });

  test('shows unconfirmed VMs as such, and below the VMs what is wrong with their list', () => {
    const lines = plain(view({ vms: [vm('1')], unconfirmed: [vm('lost')], skipped: 3 }));
    expect(lines.join('\n')).toContain('? unconfirmed  lost');
    expect(lines).toContain('  3 VMs have data that GPU Tray can’t read.');
  });
});

describe('VMs', () => {
  test('are in their groups, by what is billed now, unknown last, then by name', () => {
    const billed = [
      ['train-10', 'running', 0.69],
      ['scratch', 'stopped', 0.14],
      ['job', 'interrupted', 0.53],
      ['train-9', 'running', 0.69],
      ['odd', 'hibernating', 0.1],
      ['new', 'creating', null],
    ] as const;
    const account = view({
      vms: billed.map(([id, status]) => vm(id, { status })),
      spend: makeSpend({
        perHour: 2.05,
        vms: billed.map(([vmId, , totalPerHour]) => ({ vmId, totalPerHour })),
      }),
    });
    expect(rows(account).map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ['◆ hibernating, billed', 'odd'],
      ['● running', 'train-9'],
      ['● running', 'train-10'],
      ['◐ creating', 'new'],
      ['◇ interrupted', 'job'],
      ['○ stopped', 'scratch'],
    ]);
  });

  test('show what is billed now, and uptime only while running', () => {
    const rates = [
      { vmId: 'stopped', totalPerHour: 0.137 },
      { vmId: 'offline', totalPerHour: null },
    ];
    const account = view({
      vms: ['running', 'offline', 'interrupted', 'stopped'].map((status) => vm(status, { status })),
      spend: makeSpend({ perHour: 0.83, vms: rates }),
    });
    expect(rows(account).map((line) => line.split(/ {2,}/).toSpliced(2, 1).slice(1, 4))).toEqual([
      ['running', '35 h', '0.69'],
      ['stopped', '—', '0.14'],
      ['interrupted', '—', '—'],
      ['offline', '—', '—'],
    ]);
  });

  test('are counted instead of shown when destroyed', () => {
    const gone = vm('gone', { status: 'destroyed' });
    const lines = plain(view({ vms: [gone, vm('here'), { ...gone, id: 'gone-2' }] }));
    expect(lines.join('\n')).not.toContain('gone');
    expect(lines).toContain('  2 destroyed, not shown');
    expect(plain(view({ vms: [gone] })).slice(2, 4)).toEqual([
      '  No VMs.',
      '  1 destroyed, not shown',
    ]);
  });

  const HOSTILE = [
    `${ESC}[2J${ESC}]0;title\u0007`,
    'two\nlines',
    'abc\u202egpj',
    '\u0000\u009b31m',
    '學'.repeat(200),
    `a${'\u0301'.repeat(3_000)}`,
    'x'.repeat(3_000),
    '   ',
  ];

  test.each(HOSTILE)('print the hostile text %j as harmless text', (text) => {
    const account = view({
      vms: [
        vm('before', { rates: whileRunning(2) }),
        vm('1', { label: text, status: text, gpuType: text, ipAddress: text, createdAt: text }),
        vm('after', { status: 'stopped' }),
      ],
    });
    const lines = plain(account);
    expect(lines).toHaveLength(8);
    for (const line of lines) {
      expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      expect(line.length).toBeLessThan(400);
    }
    expect(lines[3]).toContain('before');
    expect(lines.slice(4, 6).join('\n')).toContain('after');
  });

  test('belong to an account with a hostile label', () => {
    const [head = ''] = plain(view({}, { label: `${ESC}[31m${'evil\n'.repeat(100)}` }));
    expect(head).not.toMatch(/\p{Cc}/u);
    expect(head.length).toBeLessThan(100);
  });
});

describe('several accounts', () => {
  test('are listed in order, with a total', () => {
    const other = view(
      { spend: spend({ perHour: 2, runningVms: 3 }), vms: null },
      { id: 'account-2', label: 'other' },
    );
    const lines = plain(view({ vms: [vm('1')] }), other);
    expect(lines.filter((line) => !line.startsWith(' ') && line !== '')).toEqual([
      'ada  up to date, updated 5 s ago',
      'other  up to date, updated 5 s ago',
      'All accounts: $2.69/h · other $2.00 · ada $0.69, 4 running',
      COSTS,
    ]);
    expect(lines.filter((line) => line === '')).toHaveLength(2);
  });

  test('have no total when one is unknown, or there is one alone', () => {
    expect(plain(view(), view({ spend: spend({ perHour: null }) }))).toContain(
      'All accounts: — · ada $0.69 · ada 2 —, 0 running',
    );
    expect(plain(view()).join('\n')).not.toContain('All accounts');
    expect(plain()).toEqual([]);
  });
});

const account = view({
  vms: [vm('1'), vm('2', { status: 'failed' }), vm('3', { status: 'destroyed' })],
  skipped: 1,
  spendProblem: { kind: 'network' },
});

test('colors change nothing but the colors, and end with their line', () => {
  const colored = statusTable(appOf([account, account]), { ...TABLE_OPTIONS, color: true });
  expect(colored.map(stripVTControlCharacters)).toEqual(plain(account, account));
  expect(colored.join('\n')).toContain(ESC);
  for (const line of colored.filter((text) => text.includes(ESC)))
    expect(line).toMatch(new RegExp(`${ESC}\\[(0|22|39)m([^${ESC}]*)$`));
});
