import { silentLog } from '../log.ts';
import { Secret } from '../secret.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.ts';
import { ServiceError } from './service-error.ts';
import { createTokenSession, type Session } from './session.ts';
import type { Tokens } from './wire/index.ts';

/** One `POST /auth/refresh` under way: the test answers it when it likes. */
export interface PendingRefresh {
  readonly sent: string;
  answer(tokens: Tokens): void;
  fail(problem: ServiceError['problem']): void;
}

/** An answer of login or refresh; null stands for a field that the service leaves out. */
export function tokens(
  access: string,
  refresh: string | null = null,
  expiresInMs: number | null = 3_600_000,
): Tokens {
  return {
    access: new Secret(access),
    refresh: refresh === null ? null : new Secret(refresh),
    expiresInMs,
  };
}

/** A session and everything around it, at the test's command. */
export interface TestSession {
  readonly session: Session;
  readonly clock: VirtualClock;
  /** Every refresh that was asked for, in order. */
  readonly refreshes: PendingRefresh[];
  /** What the vault holds. */
  stored: string;
  readonly saved: string[];
  /** While set, a save lasts until it resolves. */
  savingLasts: Promise<void> | null;
  /** While set, another process refreshes, until it resolves. */
  otherProcess: Promise<void>;
  /** Sets the wall clock, as people and sleep do, without time going by for the monotonic one. */
  shiftWallClock(ms: number): void;
  /** Lets promises settle, and gives the refresh number `index`, which must have been asked for by now. */
  refresh(index: number): Promise<PendingRefresh>;
}

/** A session whose service, vault and clock the test holds in its hands; the stored refresh token is `refresh-0`. */
export function startTestSession(first?: Tokens): TestSession {
  const clock = createVirtualClock();
  const refreshes: PendingRefresh[] = [];
  let shift = 0;
  const session = createTokenSession(
    {
      clock: { ...clock, now: () => clock.now() + shift },
      log: silentLog,
      loadRefreshToken: async () => new Secret(test.stored),
      saveRefreshToken: async (token) => {
        await test.savingLasts;
        test.stored = token.reveal();
        test.saved.push(test.stored);
      },
      withFileLock: async (run) => {
        await test.otherProcess;
        return run();
      },
      requestRefresh: (token) =>
        new Promise((resolve, reject) => {
          refreshes.push({
            sent: token.reveal(),
            answer: resolve,
            fail: (problem) => reject(new ServiceError(problem)),
          });
        }),
    },
    first,
  );
  const test: TestSession = {
    session,
    clock,
    refreshes,
    stored: 'refresh-0',
    saved: [],
    savingLasts: null,
    otherProcess: Promise.resolve(),
    shiftWallClock(ms) {
      shift += ms;
    },
    async refresh(index) {
      await clock.advance(0);
      const pending = refreshes[index];
      if (!pending) throw new Error(`refresh ${index} was not asked for`);
      return pending;
    },
  };
  return test;
}

/** What a promise has come to so far; `pending` when it has not settled. */
export function watch(promise: Promise<Secret>): { readonly now: () => string } {
  let state = 'pending';
  promise.then(
    (secret) => {
      state = secret.reveal();
    },
    (error: unknown) => {
      state = error instanceof ServiceError ? error.problem.kind : String(error);
    },
  );
  return { now: () => state };
}
