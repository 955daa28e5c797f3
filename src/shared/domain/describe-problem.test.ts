import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeProblem, type Problem, type ProblemKind } from './index.ts';

const detail = fc.option(fc.string(), { nil: null });
const money = fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: null });
const time = fc.option(fc.nat(), { nil: null });

/** Some problem of every kind; the type makes sure that none is forgotten. */
const PROBLEMS: { [K in ProblemKind]: fc.Arbitrary<Extract<Problem, { kind: K }>> } = {
  unauthorized: fc.record({ kind: fc.constant('unauthorized'), detail }),
  forbidden: fc.record({ kind: fc.constant('forbidden'), detail }),
  notFound: fc.record({ kind: fc.constant('notFound'), detail }),
  invalid: fc.record({ kind: fc.constant('invalid'), detail }),
  insufficientBalance: fc.record({
    kind: fc.constant('insufficientBalance'),
    required: money,
    available: money,
  }),
  rateLimited: fc.record({ kind: fc.constant('rateLimited'), retryAt: time }),
  server: fc.record({
    kind: fc.constant('server'),
    status: fc.integer({ min: 500, max: 599 }),
    retryAt: time,
  }),
  network: fc.constant({ kind: 'network' }),
  timeout: fc.record({ kind: fc.constant('timeout'), seconds: fc.integer({ min: 1, max: 60 }) }),
  tls: fc.constant({ kind: 'tls' }),
  notTheService: fc.record({
    kind: fc.constant('notTheService'),
    found: fc.constantFrom('webPage', 'redirect'),
  }),
  incompatible: fc.record({
    kind: fc.constant('incompatible'),
    endpoint: fc.constant('GET /vms'),
    found: fc.constantFrom('a string', 'not JSON', 'nothing'),
  }),
  keychainLocked: fc.constant({ kind: 'keychainLocked' }),
  keychainUnavailable: fc.record({
    kind: fc.constant('keychainUnavailable'),
    detail: fc.string(),
  }),
  noCredential: fc.constant({ kind: 'noCredential' }),
  busy: fc.constant({ kind: 'busy' }),
};

describe('describeProblem', () => {
  it.each(Object.entries(PROBLEMS))('has a sentence and an action for %s', (_, problems) => {
    fc.assert(
      fc.property<[Problem]>(problems, (problem) => {
        const { message, action } = describeProblem(problem);
        for (const text of [message, action]) {
          expect(text).toMatch(/^[A-Z].*[^.\s]\.$/s);
          expect(text).not.toMatch(/undefined|null|NaN|\[object/);
        }
      }),
    );
  });

  it.each([
    ['No such VM', 'The service does not know this: No such VM.'],
    ['No such VM.', 'The service does not know this: No such VM.'],
    [' No such VM ... ', 'The service does not know this: No such VM.'],
    ['...', 'The service does not know this.'],
    ['', 'The service does not know this.'],
    [null, 'The service does not know this.'],
  ])('quotes the words of the service (%j) with one full stop', (words, message) => {
    expect(describeProblem({ kind: 'notFound', detail: words }).message).toBe(message);
  });

  it('tells the amounts where both are known', () => {
    const message = (required: number | null, available: number | null) =>
      describeProblem({ kind: 'insufficientBalance', required, available }).message;
    expect(message(10.5, 2.25)).toContain('10.50');
    expect(message(10.5, 2.25)).toContain('2.25');
    expect(message(10.5, 0)).toContain('0.00');
    expect(message(null, 2)).toBe('The balance is too low for this.');
    expect(message(2, null)).toBe('The balance is too low for this.');
  });

  it('tells a web page from a redirect', () => {
    const of = (found: 'webPage' | 'redirect') =>
      describeProblem({ kind: 'notTheService', found }).message;
    expect(of('webPage')).toContain('web page');
    expect(of('redirect')).toContain('redirect');
  });

  it('names the endpoint and what it answered', () => {
    const { message } = describeProblem({
      kind: 'incompatible',
      endpoint: 'GET /vms',
      found: 'an array',
    });
    expect(message).toContain('GET /vms');
    expect(message).toContain('an array');
  });
});
