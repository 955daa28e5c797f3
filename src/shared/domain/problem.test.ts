import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem, ProblemKind } from './problem.ts';
import { describePollingProblem, describeProblem, type ProblemPlace } from './problem-text.ts';

const detail = fc.option(fc.string(), { nil: undefined });
const money = fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: null });
const time = fc.option(fc.nat(), { nil: null });

/** Arbitrary problems of every kind; a missing kind does not compile. */
const PROBLEMS: { [K in ProblemKind]: fc.Arbitrary<Extract<Problem, { kind: K }>> } = {
  unauthorized: fc.record({
    kind: fc.constant('unauthorized'),
    credential: fc.constantFrom('apiKey', 'session', 'password'),
  }),
  forbidden: fc.record({ kind: fc.constant('forbidden'), detail }),
  inactiveAccount: fc.record({ kind: fc.constant('inactiveAccount'), detail }),
  notFound: fc.record({ kind: fc.constant('notFound'), detail }),
  soldOut: fc.record({ kind: fc.constant('soldOut'), detail }),
  notNow: fc.record({
    kind: fc.constant('notNow'),
    detail,
    mayNow: fc.subarray(['start', 'stop', 'destroy'] as const),
  }),
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
  dns: fc.constant({ kind: 'dns' }),
  proxy: fc.record({ kind: fc.constant('proxy'), needsLogin: fc.boolean() }),
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
  changedInterface: fc.constant({ kind: 'changedInterface' }),
  noUsage: fc.record({ kind: fc.constant('noUsage') }),
  incompleteList: fc.constant({ kind: 'incompleteList' }),
  oldSpend: fc.record({ kind: fc.constant('oldSpend'), at: fc.nat() }),
  keychainLocked: fc.constant({ kind: 'keychainLocked' }),
  keychainUnavailable: fc.constant({ kind: 'keychainUnavailable', detail: 'No keychain found.' }),
  noCredential: fc.constant({ kind: 'noCredential' }),
  busy: fc.constant({ kind: 'busy' }),
};

test.each(Object.entries(PROBLEMS))('%s has a phrase and two sentences', (_, problems) => {
  fc.assert(
    fc.property<[Problem]>(problems, (problem) => {
      for (const text of [describeProblem(problem), describePollingProblem(problem)]) {
        expect(text.short).toMatch(/^[A-Z].*[^.\s]$/);
        expect(text.short.length).toBeLessThan(50);
        for (const sentence of [text.message, text.action])
          expect(sentence).toMatch(/^[A-Z].*[^.\s]\.$/s);
        expect(Object.values(text).join()).not.toMatch(/undefined|null|NaN|\[object/);
      }
    }),
  );
});

describe('describeProblem', () => {
  test.each([
    ['No such VM', 'Not found: No such VM.'],
    ['No such VM.', 'Not found: No such VM.'],
    [' No such VM ... ', 'Not found: No such VM.'],
    ['...', 'Not found.'],
    ['', 'Not found.'],
    [undefined, 'Not found.'],
  ])('quotes the detail %j with one full stop', (text, message) => {
    expect(describeProblem({ kind: 'notFound', detail: text }).message).toBe(message);
  });

  test.each<[Problem, string]>([
    [{ kind: 'rateLimited', retryAt: null }, 'Rate limit reached: Node vm02 is full.'],
    [
      { kind: 'server', status: 500, retryAt: null },
      'The service returned an error (HTTP 500): Node vm02 is full.',
    ],
    [{ kind: 'unauthorized', credential: 'apiKey' }, 'API key rejected (401): Node vm02 is full.'],
    [{ kind: 'unauthorized', credential: 'lostSession' }, 'Session lost (401): Node vm02 is full.'],
    [
      { kind: 'unauthorized', credential: 'password' },
      'Sign-in rejected (401): Node vm02 is full.',
    ],
  ])('quotes the detail of %j', (problem, message) => {
    const said = { ...problem, detail: 'Node vm02 is full.' } as Problem;
    expect(describeProblem(said).message).toBe(message);
    expect(describePollingProblem(said).message).toBe(message);
  });

  test('names both amounts of an insufficient balance, unless amounts are hidden', () => {
    const problem = { kind: 'insufficientBalance', required: 10.5, available: 0 } as const;
    const of = (hideAmounts: boolean) => describeProblem(problem, { hideAmounts }).message;
    expect(of(false)).toBe('Insufficient balance: $10.50 required, $0.00 available.');
    expect(of(true)).toBe('Insufficient balance.');
  });

  test.each([
    [10.5, 2.25, 'Add $8.25 or more'],
    [3.504, 1.251, 'Add $2.26 or more'],
    [0.3, 0.1, 'Add $0.20 or more'],
    [1, 2, 'Add funds'],
    [null, 2, 'Add funds'],
    [2, null, 'Add funds'],
  ])('of %j required and %j available says: %s', (required, available, action) => {
    const problem = { kind: 'insufficientBalance', required, available } as const;
    const text = describeProblem(problem, { hideAmounts: false });
    expect(text.action).toBe(`${action} in the web console.`);
  });
});

describe('what to do', () => {
  const key = { kind: 'forbidden', credential: 'apiKey', detail: 'Scope read_only' } as const;
  const login = { kind: 'forbidden', credential: 'session', detail: 'No' } as const;
  const ACCOUNT = 'Check your account in the web console, then try again.';
  const toStop =
    'To stop VMs, create an API key with write access in the web console. Add it under Accounts in the panel, or sign in with it.';

  test.each<[Problem, ProblemPlace, string]>([
    [key, 'list', 'Use an API key with more permissions.'],
    [key, 'signIn', 'Use an API key with more permissions.'],
    [key, 'spend', 'Use an API key that can read billing.'],
    [key, 'launch', toStop.replace('stop', 'launch')],
    [key, 'stop', toStop],
    [{ ...key, credential: 'writeKey' }, 'stop', toStop],
    [{ ...key, hasNoScopes: true }, 'list', ACCOUNT],
    [login, 'stop', ACCOUNT],
    [login, 'list', ACCOUNT],
    [{ ...login, credential: 'password' }, 'signIn', ACCOUNT],
    [{ ...key, detail: 'E-mail is not verified' }, 'launch', ACCOUNT],
    [{ ...key, detail: 'Please verify your account' }, 'list', ACCOUNT],
    [
      { kind: 'notFound' },
      'list',
      'Refresh the list. If everything is missing, check the service URL.',
    ],
    [{ kind: 'notFound', detail: 'Not Found' }, 'signIn', 'Check the service URL.'],
    [{ kind: 'notFound' }, 'stop', 'Check the path of stop in the service profile.'],
    [{ kind: 'invalid' }, 'signIn', 'Correct it and try again.'],
    [
      { kind: 'unauthorized', credential: 'password', detail: 'Incorrect email or password' },
      'signIn',
      'Check your email and password before you try again.',
    ],
    [
      { kind: 'unauthorized', credential: 'password', detail: 'Account locked after 5 attempts.' },
      'signIn',
      ACCOUNT,
    ],
    [{ kind: 'unauthorized', credential: 'apiKey', detail: 'User suspended' }, 'list', ACCOUNT],
    [
      { kind: 'unauthorized', credential: 'apiKey', detail: 'No such key' },
      'list',
      'Sign in again with a valid key.',
    ],
    [{ kind: 'invalid' }, 'list', 'Check the service URL.'],
    [{ kind: 'invalid' }, 'stop', 'Refresh the list and try again.'],
  ])('about %j at %s', (problem, at, action) => {
    expect(describeProblem(problem, { at }).action).toBe(action);
  });
});

describe('at a provider with a fixed address', () => {
  const of = (problem: Problem, at?: ProblemPlace) => {
    const { message, action } = describeProblem({ ...problem, provider: 'RunPod' } as Problem, {
      ...(at && { at }),
    });
    return `${message} ${action}`;
  };

  test.each<[Problem, ProblemPlace, string]>([
    [{ kind: 'changedInterface' }, 'list', 'RunPod changed its API. Update GPU Tray.'],
    [{ kind: 'network' }, 'list', 'Failed to reach RunPod. Check your network.'],
    [
      { kind: 'server', status: 502, retryAt: null },
      'list',
      'RunPod returned an error (HTTP 502). Try again later.',
    ],
    [
      { kind: 'notTheService', found: 'webPage' },
      'list',
      'RunPod returned a web page. Check whether this network requires a login.',
    ],
    [
      { kind: 'incompatible', endpoint: 'GET /v2/pods', found: 'not JSON' },
      'list',
      'Unexpected response to GET /v2/pods: not JSON. Check for a GPU Tray update.',
    ],
    [
      { kind: 'forbidden', detail: 'access denied' },
      'stop',
      'Permission denied: access denied. Sign in again with an API key that can stop VMs.',
    ],
    [
      { kind: 'invalid', detail: 'pod is not running' },
      'stop',
      'Request rejected: pod is not running. Refresh the list and try again.',
    ],
  ])('the text about %j at %s', (problem, at, words) => {
    expect(of(problem, at)).toBe(words);
  });

  test.each(Object.entries(PROBLEMS))('%s tells nobody to check a URL', (_, problems) => {
    const places = ['signIn', 'list', 'spend', 'launch', 'start', 'stop', 'destroy'] as const;
    const wrong = /[Tt]he service|URL|service profile/;
    fc.assert(
      fc.property<[Problem]>(problems, (problem) => {
        // The provider's own words are quoted.
        fc.pre(!wrong.test(JSON.stringify(problem)));
        for (const at of places) expect(of(problem, at)).not.toMatch(wrong);
      }),
    );
  });
});

describe('an insufficient balance that the service words itself', () => {
  const said = 'Insufficient balance. Top up 3 times.';

  test('is shown as it is, unless it has a number and amounts are hidden', () => {
    const problem = { kind: 'insufficientBalance', required: null, available: null } as const;
    const messageOf = (detail: string, hideAmounts: boolean) =>
      describeProblem({ ...problem, detail }, { hideAmounts }).message;
    expect(messageOf(said, false)).toBe(said);
    expect(messageOf(said, true)).toBe('Insufficient balance.');
    expect(messageOf('Insufficient balance. Top up', true)).toBe('Insufficient balance. Top up.');
  });
});

describe('the time of the next attempt', () => {
  /** Local time, as shown. */
  const at = (hours: number, minutes: number, seconds = 0) =>
    new Date(2026, 2, 1, hours, minutes, seconds).getTime();

  test.each([
    [{ kind: 'rateLimited', retryAt: at(14, 3) }, 'Rate limit reached', '14:03'],
    [{ kind: 'rateLimited', retryAt: at(14, 2, 1) }, 'Rate limit reached', '14:03'],
    [{ kind: 'server', status: 503, retryAt: at(9, 0) }, 'Service error (HTTP 503)', '09:00'],
  ] as const)('of %j is rounded up to the minute', (problem, short, time) => {
    expect(describePollingProblem(problem)).toMatchObject({
      short: `${short}; retrying at ${time}`,
      action: `Retrying at ${time}.`,
    });
    expect(describeProblem(problem)).toMatchObject({ short, action: `Try again at ${time}.` });
  });

  test.each([
    [59_001, 'Try again in 60 s.'],
    [40_000, 'Try again in 40 s.'],
    [200, 'Try again in 1 s.'],
    [-5_000, 'Try again in 1 s.'],
    [60_000, 'Try again at 14:03.'],
  ])('%i ms ahead is %s', (left, action) => {
    const retryAt = at(14, 3);
    const now = retryAt - left;
    expect(describeProblem({ kind: 'rateLimited', retryAt }, { now })).toMatchObject({ action });
  });

  test.each<Problem>([
    { kind: 'rateLimited', retryAt: null },
    { kind: 'server', status: 500, retryAt: null },
    { kind: 'timeout', seconds: 15 },
    { kind: 'network' },
    { kind: 'dns' },
    { kind: 'proxy', needsLogin: false },
    { kind: 'busy' },
  ])('of %j is left out where the service sets none', (problem) => {
    expect(describePollingProblem(problem).action).toMatch(/^Retrying automatically\./);
    expect(describeProblem(problem).action).not.toMatch(/Retrying/);
  });
});
