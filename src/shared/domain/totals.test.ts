import { describe, expect, test } from 'vitest';
import { type AccountState, UNKNOWN_STATE } from './account-state.ts';
import { makeSpend, makeVm } from './testing/records.ts';
import { knownRateOf, totalsOf } from './totals.ts';

const vm = (status: string) => makeVm({ id: status, status, hourlyRate: 99 });

interface Figures {
  readonly statuses?: readonly string[];
  readonly perHour?: number | null;
  readonly running?: number | null;
}

/** An account with these figures; without any of spend or VMs, that part is unknown. */
function account({ statuses, perHour, running }: Figures): AccountState {
  const hasSpend = perHour !== undefined || running !== undefined;
  const spend = makeSpend({ perHour: perHour ?? null, runningVms: running ?? null });
  return {
    vms: { value: statuses ? { vms: statuses.map(vm), skipped: 0 } : null, problem: null },
    spend: { value: hasSpend ? spend : null, problem: null },
  };
}

describe('the rate of all accounts', () => {
  test.each<[string, Figures[], number | null]>([
    ['no account', [], null],
    ['one', [{ perHour: 1.5 }], 1.5],
    ['tenths add up', [{ perHour: 0.1 }, { perHour: 0.2 }], 0.3],
    ['many small ones', Array.from({ length: 1_000 }, () => ({ perHour: 0.001 })), 1],
    ['nothing running', [{ perHour: 0 }, { perHour: 0 }], 0],
    ['one rate left out', [{ perHour: 5 }, { perHour: null }], null],
    ['one spend unknown', [{ perHour: 5 }, { statuses: ['running'] }], null],
    ['VMs never stand in for the spend', [{ statuses: ['running'] }], null],
    ['large amounts', [{ perHour: 1e9 }, { perHour: 0.01 }], 1_000_000_000.01],
  ])('%s', (_name, accounts, rate) => {
    expect(totalsOf(accounts.map(account)).ratePerHour).toBe(rate);
  });
});

describe('the running VMs of all accounts', () => {
  test.each<[string, Figures[], number]>([
    ['no account', [], 0],
    ['only those that run', [{ statuses: ['running', 'starting', 'stopped', 'Running', 'x'] }], 1],
    ['the list outranks the spend', [{ statuses: ['stopped'], running: 4 }], 0],
    ['a key that sees billing only', [{ running: 4 }], 4],
    ['several', [{ statuses: ['running', 'running'] }, { running: 3 }], 5],
    ['nothing known', [{ running: null }], 0],
  ])('%s', (_name, accounts, running) => {
    expect(totalsOf(accounts.map(account)).running).toBe(running);
  });

  test('an account that was not asked counts as unknown in money', () => {
    expect(totalsOf([UNKNOWN_STATE])).toEqual({ running: 0, ratePerHour: null });
  });
});

describe('what is known of the rate while one account is not', () => {
  test.each<[string, Figures[], number | null]>([
    ['no account', [], null],
    ['nothing known', [{ perHour: null }, { statuses: ['running'] }], null],
    ['the others', [{ perHour: 5 }, { perHour: null }, { perHour: 0.1 }], 5.1],
    ['all', [{ perHour: 5 }, { perHour: 0 }], 5],
  ])('%s', (_name, accounts, rate) => {
    expect(knownRateOf(accounts.map(account))).toBe(rate);
  });
});
