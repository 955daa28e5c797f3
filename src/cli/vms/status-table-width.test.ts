import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { whileRunning } from '../../shared/domain/testing/records.ts';
import { appOf, login, NOW, TABLE_OPTIONS, view, vm } from '../testing/fakes.ts';
import { statusTable } from './status-table.ts';

const account = view({
  vms: [
    vm('1', {
      label: 'train-llama-3-8b-run-11',
      status: 'interrupted',
      rates: whileRunning(1.1),
    }),
    vm('2', { label: 'sd', ipAddress: '2001:db8:1234:5678:9abc:def0:1234:5678' }),
  ],
});
const vmSshAccess = {
  'account-1/1': login('gpu-train-1', { reach: 'ready' }),
  'account-1/2': login('gpu-train-2'),
};
const narrow = (width: number) =>
  statusTable(appOf([account], { vmSshAccess }), { ...TABLE_OPTIONS, width });

test.each([
  [200, 'STATUS LABEL ALIAS GPU UPTIME LOAD SSH AUTO-STOP $/H IP'],
  [110, 'STATUS LABEL ALIAS GPU UPTIME LOAD SSH AUTO-STOP $/H'],
  [95, 'STATUS LABEL ALIAS GPU UPTIME SSH AUTO-STOP $/H'],
  [72, 'STATUS LABEL ALIAS GPU UPTIME AUTO-STOP $/H'],
  [66, 'STATUS LABEL ALIAS GPU AUTO-STOP $/H'],
  [58, 'STATUS LABEL ALIAS AUTO-STOP $/H'],
  [36, 'LABEL ALIAS $/H'],
])('a terminal of %d columns keeps the auto-stop longer than login and load', (width, titles) => {
  const busy = vm('1', { label: 'job', cpuPercent: 12.4, ramPercent: 41 });
  const idle = vm('2', {
    label: 'sd',
    rates: whileRunning(0.2),
    status: 'stopped',
    cpuPercent: 3,
  });
  const limit = { kind: 'idle', ms: 3_600_000, since: NOW } as const;
  const autoStops = {
    'account-1/1': { kind: 'stop', accountId: 'a', vmId: 'v', name: 'train', limit } as const,
  };
  const app = appOf([view({ vms: [busy, idle] })], { vmSshAccess, autoStops });
  const lines = statusTable(app, { ...TABLE_OPTIONS, width }).slice(2, 5);
  expect(lines[0]?.trim().split(/ +/).join(' ')).toBe(titles);
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
  if (width > 100)
    expect(lines.slice(1).map((line) => line.trim().split(/ {2,}/).slice(5, 8))).toEqual([
      ['CPU 12 %, RAM 41 %', 'ready', 'until idle 1 h'],
      ['—', '—', '—'],
    ]);
});

test('a narrow terminal cuts labels at last, never the alias', () => {
  expect(narrow(40).slice(2, 5)).toEqual([
    '     LABEL             ALIAS         $/H',
    '  ●  sd                gpu-train-2  0.69',
    '  ◇  train-llama-3-8…  gpu-train-1     —',
  ]);
  expect(narrow(1).at(4)).toBe('  ◇  train-l…  gpu-train-1     —');
});
