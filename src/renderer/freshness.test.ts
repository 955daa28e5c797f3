import { expect, test } from 'vitest';
import type { AccountPicture, AppAccount } from '../shared/app/index.ts';
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

function picture(asOf: number | null, problem: Problem | null = null): AccountPicture {
  const value = asOf === null ? null : { vms: [], skipped: 0 };
  return { vms: { value, problem }, spend: { value: null, problem: null }, asOf };
}

function words(pictures: Record<string, AccountPicture>, isOnline = true): string {
  const accounts = ['a', 'b'].map(account);
  return freshnessWords({ accounts, pictures, surroundings: { ...surroundings, isOnline } }, NOW);
}

const live = picture(NOW - 1_000);
const network = { kind: 'network' } as const;

test('says live only when every account is', () => {
  expect(words({ a: live, b: live })).toBe('Live');
  expect(words({ a: live })).toBe('Asking…');
  expect(words({ a: live, b: picture(null) })).toBe('Asking…');
});

test('says the age of the oldest picture that is no longer live', () => {
  const older = picture(NOW - 4 * 60_000, network);
  expect(words({ a: live, b: older })).toBe('Updated 4 m ago');
  expect(words({ a: picture(NOW - 60_000, network), b: older })).toBe('Updated 4 m ago');
  expect(words({ a: live, b: live }, false)).toBe('Updated just now');
});

test('never calls live what was not heard of', () => {
  expect(words({ a: live, b: picture(null, network) })).toBe('Nothing heard yet');
});

test('asks nobody while it is offline', () => {
  expect(words({}, false)).toBe('Nothing heard yet');
  expect(words({ a: picture(null) }, false)).toBe('Nothing heard yet');
});
