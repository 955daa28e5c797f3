import { expect, test } from 'vitest';
import type { AccountSnapshot, AppAccount } from '../shared/app/index.ts';
import type { Problem } from '../shared/domain/index.ts';
import { freshnessLabel } from './freshness.ts';

const NOW = 1_000_000_000;
const surroundings = { platform: 'linux', version: '', hasTray: true, isOnline: true } as const;

const account = (id: string): AppAccount => ({
  id,
  label: id,
  baseUrl: '',
  credential: 'apiKey',
  email: null,
  keptIn: 'keychain',
  consoleUrl: null,
  color: null,
});

function snapshot(asOf: number | null, problem: Problem | null = null): AccountSnapshot {
  const value = asOf === null ? null : { vms: [], skipped: 0 };
  return { vms: { value, problem }, spend: { value: null, problem: null }, asOf };
}

function label(snapshots: Record<string, AccountSnapshot>, isOnline = true): string {
  const accounts = ['a', 'b'].map(account);
  return freshnessLabel({ accounts, snapshots, surroundings: { ...surroundings, isOnline } }, NOW);
}

const network = { kind: 'network' } as const;
const live = snapshot(NOW - 1_000);
const failed = snapshot(null, network);
const stale = snapshot(NOW - 4 * 60_000, network);

test.each<[string, Record<string, AccountSnapshot>, string]>([
  ['all accounts are live', { a: live, b: live }, 'Up to date'],
  ['one account has no snapshot', { a: live }, 'Connecting…'],
  ['one account received nothing yet', { a: live, b: snapshot(null) }, 'Connecting…'],
  ['one account is stale', { a: live, b: stale }, 'Updated 4 m ago'],
  ['both are stale', { a: snapshot(NOW - 60_000, network), b: stale }, 'Updated 4 m ago'],
  ['the first poll of one account failed', { a: live, b: failed }, 'No data yet'],
])('online, when %s', (_, snapshots, text) => {
  expect(label(snapshots)).toBe(text);
});

test('offline it is never connecting or up to date', () => {
  expect(label({ a: live, b: live }, false)).toBe('Updated just now');
  expect(label({}, false)).toBe('No data yet');
  expect(label({ a: snapshot(null) }, false)).toBe('No data yet');
});
