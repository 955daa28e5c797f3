import { describe, expect, it } from 'vitest';
import type { AppAccount } from '../../shared/app/index.ts';
import type { Vm } from '../../shared/domain/index.ts';
import { makeSpend } from '../../shared/domain/testing/records.ts';
import type { PollReport, VmEvent } from '../monitor/index.ts';
import { type NotificationContext, notificationsOf } from './notifications.ts';
import { EMPTY_SNAPSHOT } from './with-accounts.ts';

const ACCOUNT: AppAccount = {
  ...{ id: 'one', label: 'work\u202e', baseUrl: 'https://api.example.com', credential: 'apiKey' },
  ...{ email: null, keptIn: 'keychain', consoleUrl: null },
};

const CONTEXT: NotificationContext = {
  account: ACCOUNT,
  hasOthers: false,
  currency: '$',
  awayMs: null,
};

function vm(label: string | null): Vm {
  return {
    ...{ id: `id-${label}`, status: 'running', vmid: 7, userId: 1, node: 'vm01', label },
    ...{ gpuType: '4090', gpuCount: 2, storageGb: 50, ramGb: null, cpuCores: null },
    ...{ ipAddress: null, rentalType: null, reservationId: null, autoRestart: null },
    ...{ hourlyRate: 1.1, gpuHourlyRate: null, storageHourlyRate: null },
    ...{ cpuPercent: null, ramPercent: null, cpuModel: null, pcieGen: null },
    ...{ createdAt: null, startedAt: null, stoppedAt: null },
  };
}

function changed(label: string | null, to: string): VmEvent {
  return { kind: 'statusChanged', vm: { ...vm(label), status: to }, from: 'creating', to };
}

function report(events: readonly VmEvent[], isAfterWake = false): PollReport {
  const snapshots = { before: EMPTY_SNAPSHOT, after: EMPTY_SNAPSHOT };
  return { accountId: 'one', ...snapshots, events, hasFailed: false, asOf: null, isAfterWake };
}

describe('notificationsOf', () => {
  it.each([
    ['running', 'train-1 is running', '2 × 4090 · $1.10/h'],
    ['interrupted', 'train-1 was interrupted', '2 × 4090'],
    ['failed', 'train-1 has failed', '2 × 4090'],
    ['offline', 'train-1 is offline', '2 × 4090'],
    ['destroyed', 'train-1 was destroyed', '2 × 4090'],
  ])('tells that a VM turned %s', (status, title, body) => {
    expect(notificationsOf(report([changed('train-1', status)]), CONTEXT)).toEqual([
      {
        title,
        body,
        destination: { kind: 'vm', accountId: 'one', vmId: 'id-train-1' },
      },
    ]);
  });

  it.each(['creating', 'starting', 'stopping', 'stopped', 'hibernating'])(
    'is silent about %s',
    (status) => {
      expect(notificationsOf(report([changed('train-1', status)]), CONTEXT)).toEqual([]);
    },
  );

  it('tells that a VM is gone, and not that one appeared', () => {
    const events: VmEvent[] = [
      { kind: 'appeared', vm: vm('new') },
      { kind: 'gone', vm: vm(null) },
    ];
    expect(notificationsOf(report(events), CONTEXT).map(({ title }) => title)).toEqual([
      'vm-7 is gone',
    ]);
  });

  it('tells what is billed now, and never the full price of a VM that does not run', () => {
    const told = (event: VmEvent, totalPerHour: number | null) => {
      const value = makeSpend({ vms: [{ vmId: event.vm.id, totalPerHour }] });
      const after = { ...EMPTY_SNAPSHOT, spend: { value, problem: null } };
      return notificationsOf({ ...report([event]), after }, CONTEXT)[0]?.body;
    };
    expect(told(changed('a', 'interrupted'), 0.02)).toBe('2 × 4090 · $0.02/h');
    expect(told(changed('a', 'running'), 0.9)).toBe('2 × 4090 · $0.90/h');
    expect(told(changed('a', 'running'), null)).toBe('2 × 4090');
  });

  it('tells no figure of a VM that is gone: the spend may have been told a moment before', () => {
    const [first] = notificationsOf(report([{ kind: 'gone', vm: vm('a') }]), CONTEXT);
    expect(first).toMatchObject({ title: 'a is gone', body: '2 × 4090' });
  });

  it('names the account where there are several, and no amount where amounts are hidden', () => {
    const context = { ...CONTEXT, hasOthers: true, currency: null };
    const [first] = notificationsOf(report([changed('a', 'running')]), context);
    expect(first?.body).toBe('2 × 4090 · work');
  });

  it('makes hostile labels harmless', () => {
    const [first] = notificationsOf(report([changed('a\n\u202eb', 'running')]), CONTEXT);
    expect(first?.title).toBe('a b is running');
  });

  it('sums up what happened during a sleep', () => {
    const events = [changed('a', 'interrupted'), changed('b', 'running')];
    const told = notificationsOf(report(events, true), { ...CONTEXT, awayMs: 9 * 3_600_000 });
    expect(told).toEqual([
      { title: '9 h away', body: 'a was interrupted; b is running', destination: { kind: 'vms' } },
    ]);
  });

  it('sums up more than three at once', () => {
    const events = ['a', 'b', 'c', 'd'].map((label) => changed(label, 'failed'));
    const told = notificationsOf(report(events), CONTEXT);
    expect(told.map(({ title }) => title)).toEqual(['4 VMs changed']);
  });

  it('keep to a length that a desktop can show', () => {
    const events = Array.from({ length: 500 }, (_, index) =>
      changed(`${index}`.repeat(1_000), 'failed'),
    );
    const [one] = notificationsOf(report(events.slice(0, 1)), CONTEXT);
    const [all] = notificationsOf(report(events), CONTEXT);
    const label = 'team '.repeat(1_000);
    const long = { ...CONTEXT, account: { ...ACCOUNT, label }, hasOthers: true };
    const event = changed('a', 'failed');
    const gpuType = 'RTX '.repeat(1_000);
    const wide = [{ ...event, vm: { ...event.vm, gpuType } }];
    expect(notificationsOf(report(wide), long)[0]?.body.length).toBeLessThan(90);
    expect(notificationsOf(report(wide, true), long)[0]?.title.length).toBeLessThan(60);
    expect(one?.title.length).toBeLessThan(80);
    expect(all?.body.length).toBeLessThan(500);
    expect(all?.body).toMatch(/; and 495 more$/);
  });
});
