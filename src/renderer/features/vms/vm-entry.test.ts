import { expect, test } from 'vitest';
import type { AccountSnapshot, AppAccount } from '../../../shared/app/index.ts';
import { makeSpend } from '../../../shared/domain/testing/records.ts';
import { vmWith } from './testing/entry.ts';
import { vmEntries } from './vm-entry.ts';

const account = (id: string): AppAccount => ({
  ...{ id, label: id, baseUrl: 'https://api.example.com', credential: 'apiKey' },
  ...{ email: null, keptIn: 'keychain', consoleUrl: null },
});

test('each VM is billed what the spend of its own account says', () => {
  const snapshot = (totalPerHour: number): AccountSnapshot => ({
    vms: { value: { vms: [vmWith({ id: 'one', hourlyRate: 9 })], skipped: 0 }, problem: null },
    spend: { value: makeSpend({ vms: [{ vmId: 'one', totalPerHour }] }), problem: null },
    asOf: 0,
  });
  const entries = vmEntries([account('a'), account('b')], { a: snapshot(0.1), b: snapshot(0.2) });
  expect(entries.map(({ key, billed }) => [key, billed])).toEqual([
    ['a/one', 0.1],
    ['b/one', 0.2],
  ]);
});

test('a spend that was heard before it failed still holds, and one that was never heard does not', () => {
  const vms = {
    value: { vms: [vmWith({ id: 'one', status: 'stopped' })], skipped: 0 },
    problem: null,
  };
  const stale = { value: makeSpend({ vms: [{ vmId: 'one', totalPerHour: 0.1 }] }), problem: null };
  const billed = (spend: AccountSnapshot['spend']) =>
    vmEntries([account('a')], { a: { vms, spend, asOf: 0 } })[0]?.billed;
  const problem = { kind: 'network' } as const;
  expect(billed({ ...stale, problem })).toBe(0.1);
  expect(billed({ value: null, problem })).toBeNull();
});
