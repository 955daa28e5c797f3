import { expect, test } from 'vitest';
import type { AccountSnapshot } from '../../shared/app/index.ts';
import type { Problem } from '../../shared/domain/index.ts';
import { clockTime } from '../../shared/format/index.ts';
import { EMPTY_SNAPSHOT } from './apply.ts';
import { accountsToRefresh } from './polling.ts';
import { RefusalError } from './refusal-error.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const LIMITED: Problem = { kind: 'rateLimited', retryAt: null };

const snapshotWith = (problem: Problem | null): AccountSnapshot => ({
  ...EMPTY_SNAPSHOT,
  vms: { value: null, problem },
  spend: { value: null, problem },
});

function appWith(problems: Readonly<Record<string, Problem | null>>) {
  const entries = Object.entries(problems);
  return {
    accounts: entries.map(([id]) => ({ ...ACCOUNT, id })),
    snapshots: Object.fromEntries(entries.map(([id, one]) => [id, snapshotWith(one)])),
    nextPolls: { b: NOW + 120_000, a: NOW + 60_000 },
  };
}

const ACCOUNT = {
  label: '',
  color: null,
  baseUrl: 'https://api.example.com/',
  credential: 'apiKey',
  email: null,
  keptIn: 'keychain',
  consoleUrl: null,
} as const;

test.each<[string, Record<string, Problem | null>, string | null, string[]]>([
  ['all accounts', { a: null, b: { kind: 'network' } }, null, ['a', 'b']],
  ['one account', { a: null, b: null }, 'b', ['b']],
  ['all but the limited one', { a: LIMITED, b: null }, null, ['b']],
  ['no account', {}, null, []],
])('refreshes %s', (_, problems, accountId, ids) => {
  expect(accountsToRefresh(appWith(problems), accountId)).toEqual(ids);
});

test.each<[string, Record<string, Problem | null>, string | null]>([
  ['all accounts are limited', { a: LIMITED, b: LIMITED }, null],
  ['the chosen account is limited', { a: LIMITED, b: null }, 'a'],
])('refuses with the time of the next poll while %s', (_, problems, accountId) => {
  const refresh = () => accountsToRefresh(appWith(problems), accountId);
  expect(refresh).toThrow(RefusalError);
  const action = `Retrying at ${clockTime(NOW + 60_000)}.`;
  expect(refresh).toThrow(
    expect.objectContaining({ refusal: expect.objectContaining({ action }) }),
  );
});
