import { describe, expect, test } from 'vitest';
import type { Spend } from '../../../shared/domain/billing.ts';
import { makeSpend } from '../../../shared/domain/testing/records.ts';
import { clockTime } from '../../../shared/format/index.ts';
import type { AccountSnapshot } from '../../../shared/polling/polling-slice.ts';
import { type AppState, initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { vmWith } from '../vms/testing/entry.ts';
import { costReason, vmRateReason } from './unknown-amounts.ts';

const NOW = 1_000_000_000;
const BLANK = initialState(environment, NOW);
const timeout = { kind: 'timeout', seconds: 30 } as const;

function withSpend(value: Spend | null, problem: AccountSnapshot['spend']['problem']): AppState {
  const vms = { value: null, problem: null };
  const a: AccountSnapshot = { vms, spend: { value, problem }, asOf: null, freshness: 'live' };
  return { ...BLANK, snapshots: { a }, nextPolls: problem === null ? {} : { a: NOW } };
}

describe('the reason for an unknown rate of a VM', () => {
  const listed = makeSpend({ perHour: 1 });

  test.each([
    ['before the first poll', BLANK, 'running', 'Not received yet.'],
    [
      'while the service fails',
      withSpend(null, timeout),
      'running',
      `No response within 30 s. Retrying at ${clockTime(NOW)}.`,
    ],
    [
      'without access to spend',
      withSpend(null, { kind: 'forbidden', detail: null }),
      'running',
      'Permission denied. Use an API key that can read billing.',
    ],
    [
      'which the last known spend does not list',
      withSpend(listed, timeout),
      'running',
      'The service reports no cost for this VM. Checked with every update.',
    ],
    [
      'which is being created',
      withSpend(listed, null),
      'creating',
      'Not billed yet. Checked with every update.',
    ],
    [
      'which is being stopped',
      withSpend(listed, null),
      'stopping',
      'The service reports no cost for this VM. Checked with every update.',
    ],
  ])('%s', (_, app, status, why) => {
    expect(vmRateReason(app, 'a', vmWith({ status }))).toBe(why);
  });
});

test('the reason for an unknown cost says when the reports are requested again', () => {
  const complete = makeAccount({ id: 'a' });
  const silent = makeAccount({ id: 'b', provider: 'lambda', can: [] });
  const reason = (missingCosts: AppState['missingCosts'], accounts = [complete, silent]) =>
    costReason({ ...BLANK, accounts, missingCosts });
  expect(reason({ problem: null, retryAt: NOW }, [silent])).toBe(
    'Lambda reports no costs. GPU Tray measures them from now on.',
  );
  expect(reason(null, [])).toBe('Not received yet.');
  expect(reason({ problem: timeout, retryAt: NOW })).toBe(
    `No response within 30 s. Retrying at ${clockTime(NOW)}.`,
  );
  expect(reason({ problem: null, retryAt: NOW })).toBe(
    `The usage report has no total. Retrying at ${clockTime(NOW)}.`,
  );
});
