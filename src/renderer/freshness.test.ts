import { expect, test } from 'vitest';
import type { AccountSnapshot, AppAccount } from '../shared/app/index.ts';
import type { Problem } from '../shared/domain/index.ts';
import { freshnessWords } from './freshness.ts';

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
});

function snapshot(asOf: number | null, problem: Problem | null = null): AccountSnapshot {
  const value = asOf === null ? null : { vms: [], skipped: 0 };
  return { vms: { value, problem }, spend: { value: null, problem: null }, asOf };
}

function words(snapshots: Record<string, AccountSnapshot>, isOnline = true): string {
  const accounts = ['a', 'b'].map(account);
  return freshnessWords({ accounts, snapshots, surroundings: { ...surroundings, isOnline } }, NOW);
}

const live = snapshot(NOW - 1_000);
const network = { kind: 'network' } as const;

test('says live only when every account is', () => {
  expect(words({ a: live, b: live })).toBe('Live');
  expect(words({ a: live })).toBe('Asking…');
  expect(words({ a: live, b: snapshot(null) })).toBe('Asking…');
});

test('says the age of the oldest snapshot that is no longer live', () => {
  const older = snapshot(NOW - 4 * 60_000, network);
  expect(words({ a: live, b: older })).toBe('Updated 4 m ago');
  expect(words({ a: snapshot(NOW - 60_000, network), b: older })).toBe('Updated 4 m ago');
  expect(words({ a: live, b: live }, false)).toBe('Updated just now');
});

test('never calls live what was not heard of', () => {
  expect(words({ a: live, b: snapshot(null, network) })).toBe('Nothing heard yet');
});

test('asks nobody while it is offline', () => {
  expect(words({}, false)).toBe('Nothing heard yet');
  expect(words({ a: snapshot(null) }, false)).toBe('Nothing heard yet');
});
