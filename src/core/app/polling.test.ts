import { expect, test } from 'vitest';
import type { AccountSnapshot } from '../../shared/app/index.ts';
import type { Problem } from '../../shared/domain/index.ts';
import { clockTime } from '../../shared/format/index.ts';
import { EMPTY_SNAPSHOT } from './apply.ts';
import { refuseLimited } from './polling.ts';
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
    accounts: entries.map(([id]) => ({ ...ACCOUNT, id, label: id })),
    snapshots: Object.fromEntries(entries.map(([id, one]) => [id, snapshotWith(one)])),
  };
}

const ACCOUNT = {
  color: null,
  baseUrl: 'https://api.example.com/',
  credential: 'apiKey',
  email: null,
  keptIn: 'keychain',
  consoleUrl: null,
  profile: null,
} as const;

const refusalOf = (
  problems: Readonly<Record<string, Problem | null>>,
  waits: Readonly<Record<string, number | null>>,
) => {
  try {
    refuseLimited(appWith(problems), new Map(Object.entries(waits)));
    return null;
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  }
};

const NAMED: Problem = { kind: 'server', status: 503, retryAt: NOW };
const IN_A_MINUTE = NOW + 60_000;

test.each<[string, Record<string, Problem | null>, Record<string, number | null>, string | null]>([
  ['without accounts', {}, {}, null],
  ['of polled accounts', { a: null, b: LIMITED }, { a: null, b: null }, null],
  ['of a limited account', { a: LIMITED }, { a: IN_A_MINUTE }, 'Rate limit reached.'],
  ['of one that failed', { a: NAMED }, { a: IN_A_MINUTE }, 'The service returned an error'],
  ['where one of two waits', { a: LIMITED, b: null }, { a: IN_A_MINUTE, b: null }, 'a: Rate limit'],
  [
    'where both wait, for the earlier one',
    { a: LIMITED, b: LIMITED },
    { a: NOW + 120_000, b: IN_A_MINUTE },
    'b: Rate limit',
  ],
])('a refresh %s', (_, problems, waits, message) => {
  const refusal = refusalOf(problems, waits);
  if (message === null) expect(refusal).toBeNull();
  else {
    expect(refusal?.message).toContain(message);
    expect(refusal?.action).toBe(`Retrying at ${clockTime(IN_A_MINUTE)}.`);
  }
});
