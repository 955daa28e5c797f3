import { expect, test } from 'vitest';
import type { Problem } from '../../shared/domain/problem.ts';
import { appOf, view } from '../testing/fakes.ts';
import { problemNotes, statusExitCode } from './account-view.ts';
import { statusJson } from './status-json.ts';

const forbidden: Problem = { kind: 'forbidden' };
const both = (problem: Problem) => view({ vmsProblem: problem, spendProblem: problem });
const spendOnly = (problem: Problem) => view({ spendProblem: problem });

const fresh = view();
const stale = both({ kind: 'network' });
const failed = { kind: 'network' } as const;
const retrying = view({ vmsProblem: failed, spendProblem: failed }, { isRetrying: true });
const signedOut = both({ kind: 'unauthorized', credential: 'apiKey' });
const locked = both({ kind: 'keychainLocked' });

test.each([
  ['no account', [], 0],
  ['fresh', [fresh], 0],
  ['billing only', [view({ vms: null, vmsProblem: forbidden })], 0],
  ['no scope at all', [both(forbidden)], 3],
  ['unreachable', [stale], 4],
  ['VMs or spend unreachable', [spendOnly({ kind: 'network' })], 4],
  ['rate limited', [both({ kind: 'rateLimited', retryAt: null })], 4],
  ['after one failed poll', [retrying], 0],
  ['signed out', [signedOut], 3],
  ['no credential', [both({ kind: 'noCredential' })], 3],
  ['keychain locked', [locked], 3],
  ['signed out outranks out of date', [stale, signedOut, fresh], 3],
  ['a locked keychain outranks out of date', [stale, locked], 3],
])('exit code: %s', (_name, views, exitCode) => {
  expect(statusExitCode(appOf(views))).toBe(exitCode);
});

test('a problem is one line for all accounts that have it', () => {
  const [work, lab] = [
    { ...stale, label: 'work' },
    { ...signedOut, label: 'lab' },
  ];
  const lines = (...views: ReturnType<typeof view>[]) =>
    problemNotes(appOf(views), 0).map(({ line }) => line);
  const unreachable = 'Failed to reach the service. Check your network and the service URL.';
  expect(lines(stale)).toEqual([unreachable]);
  expect(lines(stale, work, lab)).toEqual([
    expect.stringMatching(/^lab: .*API key/),
    `ada, work: ${unreachable}`,
  ]);
  expect(lines(view({ vms: null, vmsProblem: forbidden }))).toEqual([]);
  expect(lines(retrying)).toEqual([]);
});

test('JSON has the texts of all problems of an account', () => {
  const spendProblem = { kind: 'oldSpend', at: 0 } as const;
  const { accounts } = statusJson(
    appOf([view({ vms: null, vmsProblem: forbidden, spendProblem })]),
    0,
  );
  const message = expect.stringMatching(/last updated the spend on Jan 1.* can only see billing/);
  expect(accounts[0]?.problem).toMatchObject({ kind: 'oldSpend', message });
});
