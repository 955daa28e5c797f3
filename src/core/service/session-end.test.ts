import { describe, expect, it } from 'vitest';
import { Secret } from '../secret.ts';
import { startTestSession, tokens, watch } from './testing/session.ts';

const MINUTE = 60_000;

describe('a token', () => {
  it('is replaced a minute ahead of its end, one refresh for all', async () => {
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

  it('of a short life is used for nine tenths of it', async () => {
    const test = startTestSession(tokens('access-1', null, 10_000));
    await test.clock.advance(8_999);
    expect((await test.session.bearer()).reveal()).toBe('access-1');
    await test.clock.advance(1);
    const bearer = test.session.bearer();
    (await test.refresh(0)).answer(tokens('access-2'));
    expect((await bearer).reveal()).toBe('access-2');
  });

  it('of an unknown life lives the documented hour', async () => {
    const test = startTestSession(tokens('access-1', null, null));
    await test.clock.advance(59 * MINUTE - 1);
    expect((await test.session.bearer()).reveal()).toBe('access-1');
    await test.clock.advance(1);
    const bearer = watch(test.session.bearer());
    await test.refresh(0);
    expect(bearer.now()).toBe('pending');
  });

  it('lives again from the moment of its refresh', async () => {
    const test = startTestSession(tokens('access-1', null, 60 * MINUTE));
    await test.clock.advance(59 * MINUTE);
    const bearer = test.session.bearer();
    (await test.refresh(0)).answer(tokens('access-2', null, 60 * MINUTE));
    await bearer;
    await test.clock.advance(59 * MINUTE - 1);
    expect((await test.session.bearer()).reveal()).toBe('access-2');
  });
});

describe('a clock that does not tell the truth', () => {
  it('the monotonic one, which stood still while the machine slept: the wall clock tells', async () => {
    const test = startTestSession(tokens('access-1'));
    test.shiftWallClock(2 * 60 * MINUTE);
    const bearer = test.session.bearer();
    (await test.refresh(0)).answer(tokens('access-2'));
    expect((await bearer).reveal()).toBe('access-2');
  });

  it('the wall clock, which was set back: the monotonic one tells', async () => {
    const test = startTestSession(tokens('access-1'));
    test.shiftWallClock(-24 * 60 * MINUTE);
    expect((await test.session.bearer()).reveal()).toBe('access-1');
    await test.clock.advance(60 * MINUTE);
    const bearer = test.session.bearer();
    (await test.refresh(0)).answer(tokens('access-2'));
    expect((await bearer).reveal()).toBe('access-2');
  });
});

describe('a closed session', () => {
  it('gives no bearer, and asks for none', async () => {
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

  it('neither saves nor uses what a refresh brings afterwards', async () => {
    const test = startTestSession();
    const bearer = watch(test.session.bearer());
    const refresh = await test.refresh(0);
    test.session.close();
    refresh.answer(tokens('access-1', 'refresh-1'));
    await test.clock.advance(0);
    expect(bearer.now()).toBe('unauthorized');
    expect(test.saved).toEqual([]);
    await expect(test.session.bearer()).rejects.toHaveProperty('problem.kind', 'unauthorized');
  });

  it('is not revived by a save that ends afterwards', async () => {
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

  it('leaves the token of the next sign-in alone when its own is refused afterwards', async () => {
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

  it('leaves it alone, too, when it was still waiting for another process', async () => {
    const other = Promise.withResolvers<void>();
    const test = startTestSession();
    test.otherProcess = other.promise;
    const bearer = watch(test.session.bearer());
    await test.clock.advance(0);
    test.session.close();
    test.stored = 'refresh-of-the-next-sign-in';
    other.resolve();
    await test.clock.advance(0);
    expect(bearer.now()).toBe('unauthorized');
    expect(test.refreshes).toHaveLength(0);
  });
});

describe('a program that ends', () => {
  it('waits for the refresh under way to store its token, and for nothing else', async () => {
    const test = startTestSession();
    await test.session.settled();
    const bearer = test.session.bearer();
    const pending = await test.refresh(0);
    let isSettled = false;
    const settled = test.session.settled().then(() => {
      isSettled = true;
    });
    await test.clock.advance(0);
    expect(isSettled).toBe(false);
    pending.answer(tokens('access-1', 'refresh-1'));
    await settled;
    expect(test.stored).toBe('refresh-1');
    await bearer;
  });

  it('does not fail with a refresh that fails', async () => {
    const test = startTestSession();
    const bearer = test.session.bearer().catch((error: unknown) => error);
    const pending = await test.refresh(0);
    const settled = test.session.settled();
    pending.fail({ kind: 'network' });
    await settled;
    expect(await bearer).toBeInstanceOf(Error);
  });
});
