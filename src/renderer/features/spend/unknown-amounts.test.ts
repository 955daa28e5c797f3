import { describe, expect, test } from 'vitest';
import type { AccountSnapshot } from '../../../shared/app/index.ts';
import type { Spend } from '../../../shared/domain/index.ts';
import { makeSpend } from '../../../shared/domain/testing/records.ts';
import { vmWith } from '../vms/testing/entry.ts';
import { vmRateReason } from './unknown-amounts.ts';

function snapshot(
  value: Spend | null,
  problem: AccountSnapshot['spend']['problem'] = null,
): AccountSnapshot {
  const vms = { value: null, problem: null };
  return { vms, spend: { value, problem }, asOf: null, freshness: 'live' };
}

const running = vmWith({ status: 'running' });

describe('the reason for an unknown rate of a VM', () => {
  test.each([
    ['before the first poll', undefined, 'Not received yet. Connecting…'],
    [
      'while the service fails',
      snapshot(null, { kind: 'timeout', seconds: 30 }),
      'The service did not respond within 30 s. Retrying automatically.',
    ],
    [
      'without access to spend',
      snapshot(null, { kind: 'forbidden', detail: null }),
      'Permission denied. Use an API key with a wider scope.',
    ],
    [
      'which the spend does not list',
      snapshot(makeSpend({ perHour: 1 }), { kind: 'network' }),
      'The service reports no cost for this VM. Checked with every update.',
    ],
  ])('%s', (_, given, why) => {
    expect(vmRateReason(running, given)).toBe(why);
  });

  test('which is being created', () => {
    const why = vmRateReason(vmWith({ status: 'creating' }), snapshot(makeSpend({ perHour: 1 })));
    expect(why).toBe('Not billed yet. Checked with every update.');
  });
});
