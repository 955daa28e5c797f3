import { expect, test } from 'vitest';
import type { Problem } from '../../shared/domain/index.ts';
import { view } from '../testing/views.ts';
import { statusExitCode } from './status-exit.ts';

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
  ['allowed nothing', [both(forbidden)], 3],
  ['unreachable', [stale], 4],
  ['one part unreachable', [spendOnly({ kind: 'network' })], 4],
  ['limited', [both({ kind: 'rateLimited', retryAt: null })], 4],
  ['another process is busy with it', [both({ kind: 'busy' })], 4],
  ['answers of another form', [both({ kind: 'incompatible', endpoint: 'x', found: 'y' })], 4],
  ['signed out', [signedOut], 3],
  ['no credential', [both({ kind: 'noCredential' })], 3],
  ['keychain locked', [locked], 3],
  ['one of two unreachable', [fresh, stale], 4],
  ['needing a person outranks being stale', [stale, signedOut, fresh], 3],
  ['so does a locked keychain', [stale, locked], 3],
])('%s', (_name, states, exitCode) => {
  expect(statusExitCode(states)).toBe(exitCode);
});
