import { expect, test } from 'vitest';
import type { Problem, ProblemKind } from '../shared/domain/problem.ts';
import { problemExitCode, problemLine } from './problems.ts';

/** One of each kind; a missing kind does not compile. */
const PROBLEMS: { readonly [K in ProblemKind]: [Extract<Problem, { kind: K }>, number] } = {
  unauthorized: [{ kind: 'unauthorized', credential: 'apiKey' }, 3],
  forbidden: [{ kind: 'forbidden', detail: 'Scope' }, 3],
  soldOut: [{ kind: 'soldOut' }, 4],
  inactiveAccount: [{ kind: 'inactiveAccount' }, 4],
  notFound: [{ kind: 'notFound' }, 4],
  notNow: [{ kind: 'notNow', mayNow: ['start'] }, 4],
  invalid: [{ kind: 'invalid' }, 4],
  insufficientBalance: [{ kind: 'insufficientBalance', required: 1, available: 0.5 }, 4],
  rateLimited: [{ kind: 'rateLimited', retryAt: 0 }, 4],
  server: [{ kind: 'server', status: 502, retryAt: null }, 4],
  network: [{ kind: 'network' }, 4],
  dns: [{ kind: 'dns' }, 4],
  proxy: [{ kind: 'proxy', needsLogin: true }, 4],
  timeout: [{ kind: 'timeout', seconds: 15 }, 4],
  tls: [{ kind: 'tls' }, 4],
  notTheService: [{ kind: 'notTheService', found: 'redirect' }, 4],
  incompatible: [{ kind: 'incompatible', endpoint: 'GET /vms', found: 'null' }, 4],
  changedInterface: [{ kind: 'changedInterface' }, 4],
  noUsage: [{ kind: 'noUsage' }, 2],
  incompleteList: [{ kind: 'incompleteList' }, 4],
  oldSpend: [{ kind: 'oldSpend', at: 0 }, 4],
  keychainLocked: [{ kind: 'keychainLocked' }, 3],
  keychainUnavailable: [{ kind: 'keychainUnavailable', detail: 'No answer.' }, 3],
  noCredential: [{ kind: 'noCredential' }, 3],
  busy: [{ kind: 'busy' }, 4],
};

test.each(Object.values(PROBLEMS))('%j is one line and has an exit code', (problem, exitCode) => {
  const line = problemLine(problem);
  expect(line).toMatch(/^[A-Z][^\n\r\p{Cc}]*[^.]\. [A-Z][^\n\r\p{Cc}]*\.$/u);
  expect(line).not.toContain('..');
  expect(problemExitCode(problem)).toBe(exitCode);
});
