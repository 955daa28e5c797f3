import { describe, expect, test } from 'vitest';
import { Secret } from '../../secret.ts';
import { startTestSession, tokens, watch } from '../testing/session.ts';

const MINUTE = 60_000;

describe('an access token', () => {
  test('is replaced a minute before it expires, with one refresh', async () => {
    const test = startTestSession(tokens('access-1', null, 60 * MINUTE));
    await test.clock.advance(59 * MINUTE - 1);
    expect((await test.session.bearer()).reveal()).toBe('access-1');
    await test.clock.advance(1);
    const callers = [watch(test.session.bearer()), watch(test.session.bearer())];
    (await test.refresh(0)).answer(tokens('access-2'));
    await test.clock.advance(0);
    expect(callers.map((caller) => caller.now())).toEqual(['access-2', 'access-2']);
    expect(test.refreshes).toHaveLength(1);
  });

  test('with a short lifetime is used for nine tenths of it', async () => {
    const test = startTestSession(tokens('access-1', null, 10_000));
    await test.clock.advance(8_999);
    expect((await test.session.bearer()).reveal()).toBe('access-1');
    await test.clock.advance(1);
    const bearer = test.session.bearer();
    (await test.refresh(0)).answer(tokens('access-2'));
    expect((await bearer).reveal()).toBe('access-2');
  });
});

describe('an inaccurate clock', () => {
  test('expires by the wall clock when the monotonic one stopped during sleep', async () => {
    const test = startTestSession(tokens('access-1'));
    test.shiftWallClock(2 * 60 * MINUTE);
    const bearer = test.session.bearer();
    (await test.refresh(0)).answer(tokens('access-2'));
    expect((await bearer).reveal()).toBe('access-2');
  });

  test('expires by the monotonic clock when the wall clock was set back', async () => {
    const test = startTestSession(tokens('access-1'));
    await test.session.bearer();
    test.shiftWallClock(-24 * 60 * MINUTE);
    expect((await test.session.bearer()).reveal()).toBe('access-1');
    await test.clock.advance(60 * MINUTE);
    const bearer = test.session.bearer();
    (await test.refresh(0)).answer(tokens('access-2'));
    expect((await bearer).reveal()).toBe('access-2');
  });
});

describe('a stored access token', () => {
  const stored = (receivedAt: number) => ({
    ...{ access: new Secret('access-of-another'), receivedAt, lifetimeMs: 60 * MINUTE },
  });

  test.each([
    ['has just been received', 0, true],
    ['has more than a minute left', -59 * MINUTE + 1, true],
    ['is about to expire', -59 * MINUTE, false],
    ['has expired', -61 * MINUTE, false],
    ['was received in the future, by a clock that was set', 1, false],
  ])('that %s', async (_, at, isUsed) => {
    const test = startTestSession();
    test.storedAccess = stored(test.clock.now() + at);
    const bearer = watch(test.session.bearer());
    await test.clock.advance(0);
    expect([bearer.now(), test.refreshes.length]).toEqual(
      isUsed ? ['access-of-another', 0] : ['pending', 1],
    );
  });

  test('that was refused is refreshed, and another one is taken over', async () => {
    const test = startTestSession();
    test.storedAccess = stored(test.clock.now());
    const used = await test.session.bearer();
    const replaced = test.session.replace(used);
    (await test.refresh(0)).answer(tokens('access-2'));
    const second = await replaced;
    expect(second?.reveal()).toBe('access-2');
    test.storedAccess = stored(test.clock.now());
    const third = await test.session.replace(second ?? used);
    expect(third?.reveal()).toBe('access-of-another');
  });
});

describe('a closed session', () => {
  test('has no bearer and does not refresh', async () => {
    const test = startTestSession(tokens('access-1'));
    test.session.close();
    await expect(test.session.bearer()).rejects.toHaveProperty('problem.kind', 'unauthorized');
    await expect(test.session.replace(new Secret('access-1'))).rejects.toHaveProperty(
      'problem.kind',
      'unauthorized',
    );
    await expect(test.session.replace(new Secret('access-0'))).rejects.toHaveProperty(
      'problem.kind',
      'unauthorized',
    );
    expect(test.refreshes).toHaveLength(0);
  });

  test('saves the tokens of a refresh in progress, which a changed profile needs, and does not use them', async () => {
    const test = startTestSession();
    const bearer = watch(test.session.bearer());
    const refresh = await test.refresh(0);
    test.session.close();
    refresh.answer(tokens('access-1', 'refresh-1'));
    await test.clock.advance(0);
    expect(bearer.now()).toBe('unauthorized');
    expect(test.stored).toBe('refresh-1');
    await expect(test.session.bearer()).rejects.toHaveProperty('problem.kind', 'unauthorized');
  });

  test('is not revived by a save in progress', async () => {
    const saving = Promise.withResolvers<void>();
    const test = startTestSession();
    test.savingLasts = saving.promise;
    const bearer = watch(test.session.bearer());
    (await test.refresh(0)).answer(tokens('access-1', 'refresh-1'));
    await test.clock.advance(0);
    test.session.close();
    saving.resolve();
    await test.clock.advance(0);
    expect(bearer.now()).toBe('unauthorized');
    await expect(test.session.bearer()).rejects.toHaveProperty('problem.kind', 'unauthorized');
  });

  test('does not use the token of the next sign-in when its own is refused', async () => {
    const test = startTestSession();
    const bearer = watch(test.session.bearer());
    const refresh = await test.refresh(0);
    test.session.close();
    test.stored = 'refresh-of-the-next-sign-in';
    refresh.fail({ kind: 'unauthorized', credential: 'session' });
    await test.clock.advance(0);
    expect(bearer.now()).toBe('unauthorized');
    expect(test.refreshes).toHaveLength(1);
  });
});

describe('end', () => {
  test('waits for a requested refresh to store its token', async () => {
    const test = startTestSession();
    const bearer = test.session.bearer();
    const pending = await test.refresh(0);
    let hasEnded = false;
    const ending = test.session.end().then(() => {
      hasEnded = true;
    });
    await test.clock.advance(0);
    expect(hasEnded).toBe(false);
    pending.answer(tokens('access-1', 'refresh-1'));
    await ending;
    expect(test.stored).toBe('refresh-1');
    await bearer;
  });

  test('does not wait for the keychain or another process, after which nothing is requested', async () => {
    const other = Promise.withResolvers<void>();
    const test = startTestSession();
    test.otherProcess = other.promise;
    const bearer = watch(test.session.bearer());
    await test.session.end();
    other.resolve();
    await test.clock.advance(0);
    expect(bearer.now()).toContain('AbortError');
    expect(test.refreshes).toHaveLength(0);
  });
});
