import { silentLog } from '../../log.ts';
import { Secret } from '../../secret.ts';
import { createVirtualClock, type VirtualClock } from '../../testing/virtual-clock.ts';
import { ServiceError } from '../http/service-error.ts';
import type { Tokens } from '../rental/sign-in.ts';
import {
  createTokenSession,
  packTokens,
  type SessionTokens,
  unpackTokens,
} from '../rental/token-session.ts';
import type { Session } from '../session.ts';

/** A `POST /auth/refresh` in progress that the test answers. */
export interface PendingRefresh {
  readonly sent: string;
  answer(tokens: Tokens): void;
  fail(problem: ServiceError['problem']): void;
}

/** Tokens of a login or refresh; null: the service omits the field. */
export function tokens(
  access: string,
  refresh: string | null = null,
  lifetimeMs = 3_600_000,
): Tokens {
  return {
    access: new Secret(access),
    refresh: refresh === null ? null : new Secret(refresh),
    lifetimeMs,
  };
}

/** A session with dependencies controlled by the test. */
export interface TestSession {
  readonly session: Session;
  readonly clock: VirtualClock;
  /** Every refresh requested, in order. */
  readonly refreshes: PendingRefresh[];
  /** The refresh token in the vault. */
  stored: string;
  /** The access token beside it; null: an earlier version stored the refresh token alone. */
  storedAccess: Omit<SessionTokens, 'refresh'> | null;
  /** Set: a refresh did not end. */
  hasBegun: boolean;
  /** While set, a save takes until it resolves. */
  savingLasts: Promise<void> | null;
  /** Another process holds the lock until it resolves. */
  otherProcess: Promise<void>;
  /** Changes the wall clock but not the monotonic one, as sleep or the user does. */
  shiftWallClock(ms: number): void;
  /** The refresh number `index`, after pending promises have settled. @throws Error if it was not requested */
  refresh(index: number): Promise<PendingRefresh>;
}

/** Starts a session; the stored refresh token is `refresh-0`. @param first stored, with the access token of a login */
export function startTestSession(first?: Tokens): TestSession {
  const clock = createVirtualClock();
  const refreshes: PendingRefresh[] = [];
  let shift = 0;
  const session = createTokenSession({
    clock: { ...clock, now: () => clock.now() + shift },
    log: silentLog,
    load: async () => {
      const refresh = new Secret(test.stored);
      return test.storedAccess === null ? refresh : packTokens({ ...test.storedAccess, refresh });
    },
    save: async (credential) => {
      await test.savingLasts;
      const stored = unpackTokens(credential);
      test.stored = stored.refresh.reveal();
      test.storedAccess = 'access' in stored ? stored : null;
    },
    begun: {
      set: async () => {
        const before = test.hasBegun;
        test.hasBegun = true;
        return before;
      },
      clear: async () => {
        test.hasBegun = false;
      },
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
  });
  const test: TestSession = {
    session,
    clock,
    refreshes,
    stored: 'refresh-0',
    storedAccess: first === undefined ? null : { ...first, receivedAt: clock.now() },
    hasBegun: false,
    savingLasts: null,
    otherProcess: Promise.resolve(),
    shiftWallClock(ms) {
      shift += ms;
    },
    async refresh(index) {
      await clock.advance(0);
      const pending = refreshes[index];
      if (!pending) throw new Error(`refresh ${index} was not requested`);
      return pending;
    },
  };
  return test;
}

/** `now()`: the bearer, the problem kind, or `pending`. */
export function watch(promise: Promise<Secret | null>): { readonly now: () => string } {
  let state = 'pending';
  promise.then(
    (secret) => {
      state = secret?.reveal() ?? 'none';
    },
    (error: unknown) => {
      state = error instanceof ServiceError ? error.problem.kind : String(error);
    },
  );
  return { now: () => state };
}
