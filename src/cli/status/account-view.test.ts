import { expect, test } from 'vitest';
import type { Problem } from '../../shared/domain/index.ts';
import { view } from '../testing/fakes.ts';
import { statusExitCode } from './account-view.ts';

const forbidden: Problem = { kind: 'forbidden', detail: null };
const both = (problem: Problem) => view({ vmsProblem: problem, spendProblem: problem }).state;
const spendOnly = (problem: Problem) => view({ spendProblem: problem }).state;

const fresh = view().state;
const stale = both({ kind: 'network' });
const signedOut = both({ kind: 'unauthorized', credential: 'apiKey' });
const locked = both({ kind: 'keychainLocked' });

test.each([
  ['no account', [], 0],
  ['fresh', [fresh], 0],
  ['all fresh', [fresh, fresh], 0],
  ['billing only', [view({ vms: null, vmsProblem: forbidden }).state], 0],
  ['no scope at all', [both(forbidden)], 3],
  ['unreachable', [stale], 4],
  ['VMs or spend unreachable', [spendOnly({ kind: 'network' })], 4],
  ['rate limited', [both({ kind: 'rateLimited', retryAt: null })], 4],
  ['in use by another process', [both({ kind: 'busy' })], 4],
  ['unexpected response', [both({ kind: 'incompatible', endpoint: 'x', found: 'y' })], 4],
  ['signed out', [signedOut], 3],
  ['no credential', [both({ kind: 'noCredential' })], 3],
  ['keychain locked', [locked], 3],
  ['one of two unreachable', [fresh, stale], 4],
  ['signed out outranks out of date', [stale, signedOut, fresh], 3],
  ['a locked keychain outranks out of date', [stale, locked], 3],
])('exit code: %s', (_name, states, exitCode) => {
  expect(statusExitCode(states)).toBe(exitCode);
});
