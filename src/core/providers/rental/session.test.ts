import { describe, expect, test } from 'vitest';
import type { Secret } from '../../secret.ts';
import { startTestSession, tokens, watch } from '../testing/session.ts';

const reveal = (secret: Secret | null) => secret?.reveal();

describe('a token session', () => {
  test('starts with a refresh when only the refresh token is stored', async () => {
    const test = startTestSession();
    const bearer = test.session.bearer();
    const refresh = await test.refresh(0);
    expect(refresh.sent).toBe('refresh-0');
    refresh.answer(tokens('access-1'));
    expect(await bearer.then(reveal)).toBe('access-1');
    expect(await test.session.bearer().then(reveal)).toBe('access-1');
    expect(test.refreshes).toHaveLength(1);
  });
});

describe('after a 401', () => {
  test('five simultaneous callers share one refresh', async () => {
    const test = startTestSession(tokens('access-1'));
    const used = await test.session.bearer();
    const replaced = Promise.all(Array.from({ length: 5 }, () => test.session.replace(used)));
    (await test.refresh(0)).answer(tokens('access-2', 'refresh-1'));
    expect((await replaced).map(reveal)).toEqual(Array.from({ length: 5 }, () => 'access-2'));
    expect(test.refreshes).toHaveLength(1);
  });

  test('a late 401 for a replaced token causes no refresh', async () => {
    const test = startTestSession(tokens('access-1'));
    const used = await test.session.bearer();
    const replaced = test.session.replace(used);
    (await test.refresh(0)).answer(tokens('access-2'));
    await replaced;
    expect(await test.session.replace(used).then(reveal)).toBe('access-2');
    expect(test.refreshes).toHaveLength(1);
  });

  test('the rotated token is saved before a caller continues', async () => {
    const saving = Promise.withResolvers<void>();
    const test = startTestSession(tokens('access-1'));
    test.savingLasts = saving.promise;
    const used = await test.session.bearer();
    const first = watch(test.session.replace(used));
    const second = watch(test.session.replace(used));
    (await test.refresh(0)).answer(tokens('access-2', 'refresh-1'));
    await test.clock.advance(0);
    expect([first.now(), second.now(), test.stored]).toEqual(['pending', 'pending', 'refresh-0']);
    expect(await test.session.bearer().then(reveal)).toBe('access-1');

    saving.resolve();
    await test.clock.advance(0);
    expect([first.now(), second.now(), test.stored]).toEqual(['access-2', 'access-2', 'refresh-1']);
  });

  test('an aborted caller does not abort the refresh for the others', async () => {
    const test = startTestSession(tokens('access-1'));
    const used = await test.session.bearer();
    const aborted = new AbortController();
    const first = watch(test.session.replace(used, aborted.signal));
    const second = watch(test.session.replace(used, new AbortController().signal));
    const refresh = await test.refresh(0);
    aborted.abort('aborted');
    await test.clock.advance(0);
    expect([first.now(), second.now()]).toEqual(['aborted', 'pending']);
    refresh.answer(tokens('access-2', 'refresh-1'));
    await test.clock.advance(0);
    expect(second.now()).toBe('access-2');
    expect(test.stored).toBe('refresh-1');
  });

  test('a refresh whose callers have all aborted still saves the rotated token', async () => {
    const test = startTestSession();
    const aborted = new AbortController();
    const first = watch(test.session.bearer(aborted.signal));
    const refresh = await test.refresh(0);
    aborted.abort('aborted');
    refresh.answer(tokens('access-1', 'refresh-1'));
    await test.clock.advance(0);
    expect([first.now(), test.stored]).toEqual(['aborted', 'refresh-1']);
    expect(await test.session.bearer().then(reveal)).toBe('access-1');
  });
});

describe('a refresh that fails', () => {
  test.each([
    { kind: 'network' },
    { kind: 'timeout', seconds: 15 },
    { kind: 'server', status: 500, retryAt: null },
    { kind: 'rateLimited', retryAt: null },
    { kind: 'notTheService', found: 'webPage' },
    { kind: 'notTheService', found: 'answer', status: 401 },
    { kind: 'forbidden' },
    { kind: 'incompatible', endpoint: 'POST /auth/refresh', found: 'nothing' },
  ] as const)('with $kind keeps the session, and the next call retries', async (problem) => {
    const test = startTestSession();
    const callers = [watch(test.session.bearer()), watch(test.session.bearer())];
    (await test.refresh(0)).fail(problem);
    await test.clock.advance(0);
    expect(callers.map((caller) => caller.now())).toEqual([problem.kind, problem.kind]);
    expect(test.stored).toBe('refresh-0');

    const again = test.session.bearer();
    (await test.refresh(1)).answer(tokens('access-1'));
    expect(await again.then(reveal)).toBe('access-1');
  });

  test.each([
    { kind: 'unauthorized', credential: 'session' },
    { kind: 'invalid', detail: 'unknown token' },
  ] as const)('with $kind is unauthorized', async (problem) => {
    const test = startTestSession();
    const bearer = watch(test.session.bearer());
    (await test.refresh(0)).fail(problem);
    await test.clock.advance(0);
    expect(bearer.now()).toBe('unauthorized');
    expect(test.refreshes).toHaveLength(1);
    expect(test.stored).toBe('refresh-0');
  });

  test('waits for another process that refreshes, and then sends the token stored by it', async () => {
    const other = Promise.withResolvers<void>();
    const test = startTestSession();
    test.otherProcess = other.promise;
    const bearer = test.session.bearer();
    await test.clock.advance(0);
    expect(test.refreshes).toHaveLength(0);
    test.stored = 'refresh-of-another';
    other.resolve();
    const refresh = await test.refresh(0);
    expect(refresh.sent).toBe('refresh-of-another');
    refresh.answer(tokens('access-1'));
    expect(await bearer.then(reveal)).toBe('access-1');
  });
});

describe('a refresh that was cut off', () => {
  const refusal = { kind: 'unauthorized', credential: 'session' } as const;
  const problem = (bearer: Promise<unknown>) => bearer.catch((error: unknown) => error);

  test('is the reason when the token is refused later', async () => {
    const test = startTestSession();
    const cut = problem(test.session.bearer());
    (await test.refresh(0)).fail({ kind: 'network' });
    await cut;
    const later = problem(test.session.bearer());
    (await test.refresh(1)).fail(refusal);
    expect(await later).toMatchObject({ problem: { credential: 'lostSession' } });
    expect(test.hasBegun).toBe(false);
  });

  test('is forgotten once a refresh succeeded', async () => {
    const test = startTestSession();
    test.hasBegun = true;
    const bearer = test.session.bearer();
    (await test.refresh(0)).answer(tokens('access-1', 'refresh-1'));
    const used = await bearer;
    const next = problem(test.session.replace(used));
    (await test.refresh(1)).fail(refusal);
    expect(await next).toMatchObject({ problem: { credential: 'session' } });
  });
});
