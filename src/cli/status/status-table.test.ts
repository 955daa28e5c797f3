import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { VM_STATUSES } from '../../shared/domain/index.ts';
import { makeSpend } from '../../shared/domain/testing/records.ts';
import { NOW, spend, view, vm } from '../testing/fakes.ts';
import type { AccountView } from './account-view.ts';
import { statusTable } from './status-table.ts';

const ESC = '\u001b';

const plain = (...accounts: AccountView[]) => statusTable(accounts, { now: NOW, color: false });

/** The VM lines, trimmed. */
const rows = (...accounts: AccountView[]) =>
  plain(...accounts).flatMap((line) => (/^ {2}[^A-Z$ ]/.test(line) ? [line.trim()] : []));

describe('an account', () => {
  test('shows its label, age, spend and VMs', () => {
    const account = view({
      vms: [
        vm('1', { label: 'train-1', startedAt: '2026-01-02T03:00:00Z', hourlyRate: 0.69 }),
        vm('2', { label: null, vmid: 4711, gpuCount: 8, gpuType: 'pro6000', hourlyRate: 12.5 }),
      ],
      spend: spend({ perHour: 13.19, perDay: 316.56, perMonth: 9496.8, runningVms: 2 }),
    });
    expect(plain(account)).toEqual([
      'ada@example.com  up to date, updated 5 s ago',
      '  $13.19/h   $316.56/day   $9,496.80/month   2 running',
      '  STATUS     LABEL    GPU          UPTIME    $/H  IP',
      '  ● running  train-1  1 × 4090        9 h   0.69  203.0.113.7',
      '  ● running  vm-4711  8 × pro6000    35 h  12.50  203.0.113.7',
    ]);
  });

  test('shows unknown values as such, never as zero', () => {
    const unknown = vm('1', {
      label: null,
      vmid: null,
      gpuCount: null,
      gpuType: null,
      createdAt: null,
      startedAt: null,
      hourlyRate: null,
      ipAddress: null,
    });
    const account = view({
      vms: [unknown],
      spend: spend({ perHour: null, perDay: null, perMonth: null, runningVms: null }),
    });
    const text = plain(account).join('\n');
    expect(text).toContain('—   —/day   —/month');
    expect(text).not.toContain('running\n');
    expect(text).toMatch(/● running {2}vm-1 +\? × \? +— +— +—$/);
    expect(text).not.toMatch(/\b0/);
  });

  test('says that there are no VMs', () => {
    expect(plain(view())).toContain('  No VMs.');
  });

  test('explains a missing VM scope and shows the spend', () => {
    const forbidden = { kind: 'forbidden', detail: 'Scope billing_only' } as const;
    expect(plain(view({ vms: null, vmsProblem: forbidden }))).toEqual([
      'ada@example.com  up to date, updated 5 s ago',
      '  VMs are not shown: this credential can only read billing (Scope billing_only). Use an API key that can read VMs.',
      '  $0.69/h   $16.56/day   $496.80/month   1 running',
    ]);
  });

  test('keeps its last data and shows their age and the problem', () => {
    const network = { kind: 'network' } as const;
    const account = view(
      { vms: [vm('1')], vmsProblem: network, spendProblem: network },
      { asOf: NOW - 3 * 3_600_000 },
    );
    const lines = plain(account);
    expect(lines[0]).toBe('ada@example.com  out of date, updated 3 h ago');
    expect(lines[1]).toBe('  Failed to reach the service. Check your network and the service URL.');
    expect(lines).toHaveLength(5);
  });

  test('without data shows only the problem', () => {
    const problem = { kind: 'unauthorized', credential: 'apiKey' } as const;
    const account = view(
      { vms: null, spend: null, vmsProblem: problem, spendProblem: problem },
      { asOf: null },
    );
    expect(plain(account)).toEqual([
      'ada@example.com  signed out, no data yet',
      '  This API key was not accepted. Check the key, or sign in with another one.',
    ]);
  });

  test('counts the VMs that could not be read', () => {
    expect(plain(view({ vms: [vm('1')], skipped: 3 })).at(-1)).toBe('  3 could not be read');
  });
});

describe('VMs', () => {
  test('are grouped by status and keep their order within a group', () => {
    const account = view({
      vms: [
        vm('stopped', { status: 'stopped' }),
        vm('running-1'),
        vm('offline', { status: 'offline' }),
        vm('interrupted', { status: 'interrupted' }),
        vm('creating', { status: 'creating' }),
        vm('strange', { status: 'hibernating' }),
        vm('running-2'),
      ],
    });
    expect(rows(account).map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ['● running', 'running-1'],
      ['● running', 'running-2'],
      ['◐ creating', 'creating'],
      ['▫ offline', 'offline'],
      ['◇ interrupted', 'interrupted'],
      ['? hibernating', 'strange'],
      ['○ stopped', 'stopped'],
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
    expect(rows(account).map((line) => line.split(/ {2,}/).slice(3, 5))).toEqual([
      ['35 h', '0.69'],
      ['—', '—'],
      ['—', '—'],
      ['—', '0.14'],
    ]);
  });

  test('are counted instead of shown when destroyed', () => {
    const gone = vm('gone', { status: 'destroyed' });
    const lines = plain(view({ vms: [gone, vm('here'), { ...gone, id: 'gone-2' }] }));
    expect(lines.join('\n')).not.toContain('gone');
    expect(lines.at(-1)).toBe('  2 destroyed, not shown');
    expect(plain(view({ vms: [gone] })).slice(-2)).toEqual([
      '  No VMs.',
      '  1 destroyed, not shown',
    ]);
  });

  test('show a shape and the status for every documented status', () => {
    const shown = VM_STATUSES.filter((status) => status !== 'destroyed');
    const account = view({ vms: shown.map((status) => vm(status, { status })) });
    for (const line of rows(account)) expect(line).toMatch(/^[●◐◇✕▫○] \w+ {2}/);
    expect(rows(account)).toHaveLength(shown.length);
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
        vm('before'),
        vm('1', { label: text, status: text, gpuType: text, ipAddress: text, createdAt: text }),
        vm('after', { status: 'stopped' }),
      ],
    });
    const lines = plain(account);
    expect(lines).toHaveLength(6);
    for (const line of lines) {
      expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      expect(line.length).toBeLessThan(400);
    }
    expect(lines[3]).toContain('before');
    expect(lines[5]).toContain('after');
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
      'ada@example.com  up to date, updated 5 s ago',
      'other  up to date, updated 5 s ago',
      'All accounts: $2.69/h, 4 running',
    ]);
    expect(lines.filter((line) => line === '')).toHaveLength(2);
  });

  test('have no total when one is unknown', () => {
    expect(plain(view(), view({ spend: spend({ perHour: null }) })).at(-1)).toBe(
      'All accounts: —, 0 running',
    );
  });

  test('one alone has no total, and none prints nothing', () => {
    expect(plain(view()).join('\n')).not.toContain('All accounts');
    expect(plain()).toEqual([]);
  });
});

describe('colors', () => {
  const account = view({
    vms: [vm('1'), vm('2', { status: 'failed' }), vm('3', { status: 'destroyed' })],
    skipped: 1,
    spendProblem: { kind: 'network' },
  });

  test('are off', () => {
    expect(plain(account, account).join('\n')).not.toContain(ESC);
  });

  test('change nothing but the colors, and end with their line', () => {
    const colored = statusTable([account, account], { now: NOW, color: true });
    expect(colored.map(stripVTControlCharacters)).toEqual(plain(account, account));
    expect(colored.join('\n')).toContain(ESC);
    for (const line of colored.filter((text) => text.includes(ESC)))
      expect(line).toMatch(new RegExp(`${ESC}\\[(0|22|39)m([^${ESC}]*)$`));
  });
});
