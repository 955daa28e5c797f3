import pLimit from 'p-limit';
import type { ServiceProblem } from '../../../shared/domain/problem.ts';
import { type Clock, sleep, unlessAborted, wallTimeOf } from '../../clock.ts';
import type { Http } from './http.ts';
import { type RateLimit, RESET_SLACK_MS } from './rate-limits.ts';
import type { HttpRequest } from './request.ts';
import { ServiceError, unsent } from './service-error.ts';

export type RequestPace = ReturnType<typeof createRequestPace>;

interface Refusal {
  readonly problem: Extract<ServiceProblem, { readonly retryAt: number | null }>;
  readonly until: number;
}

/** Retries of a read that the service refused without a time, each after a longer pause. */
const MAX_PAUSES = 2;

const isReading = ({ method, isRead = false }: HttpRequest) => method === 'GET' || isRead;

/** Requests in turn, at least `minIntervalMs` apart. Calls that change something go first: a stop must not wait for a long list. */
function createTurns(clock: Clock, minIntervalMs: number) {
  const [reads, writes] = [pLimit(1), pLimit(1)];
  let nextAt = Number.NEGATIVE_INFINITY;

  async function nextTurn(isRead: boolean, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const ms = nextAt - clock.monotonic();
      if (ms <= 0 && !(isRead && writes.activeCount > 0)) break;
      await sleep(clock, ms, signal);
    }
    nextAt = clock.monotonic() + minIntervalMs;
  }

  /** Resolves when the request may be sent. */
  return async function turnOf(request: HttpRequest): Promise<void> {
    if (minIntervalMs === 0) return;
    const { signal } = request;
    const isRead = isReading(request);
    const inTurn = isRead ? reads : writes;
    await unlessAborted(
      inTurn(() => nextTurn(isRead, signal)),
      signal,
    );
  };
}

type TurnOf = ReturnType<typeof createTurns>;

/** Turns of the calls that a server counts by address, so of all accounts and clients together. */
const callTurns = new WeakMap<Clock, Map<string, TurnOf>>();

function callTurnOf(clock: Clock, server: string, { path, intervalMs = 0 }: HttpRequest): TurnOf {
  const turns = callTurns.get(clock) ?? new Map<string, TurnOf>();
  callTurns.set(clock, turns);
  const turnOf = turns.get(server + path) ?? createTurns(clock, intervalMs);
  turns.set(server + path, turnOf);
  return turnOf;
}

/** Paces an account's requests. Outlives the client: signing in again lifts no limit. @param minIntervalMs of the provider */
export function createRequestPace(clock: Clock, minIntervalMs = 0) {
  const turnOf = createTurns(clock, minIntervalMs);
  let rateLimit: RateLimit | null = null;
  let refused: Refusal | null = null;
  /** Reads without an answer, which are not in `remaining` yet. */
  let open = 0;

  /** Another program with the same key was asking: its turns are not ours. */
  const isTooSoon = (error: unknown) =>
    error instanceof ServiceError &&
    error.problem.kind === 'rateLimited' &&
    error.problem.retryAt === null;

  const isAhead = (at: number) => at > clock.monotonic();

  /** When the reported limit allows so many reads, monotonic ms; null: now. */
  function opensAt(reads: number): number | null {
    const { remaining = null, resetAt = null } = rateLimit ?? {};
    const isOver = remaining !== null && remaining < reads && resetAt !== null;
    return isOver && isAhead(resetAt + RESET_SLACK_MS) ? resetAt + RESET_SLACK_MS : null;
  }

  function refusalOf(request: HttpRequest): Refusal | null {
    if (refused !== null && isAhead(refused.until)) return refused;
    // A refresh has another limit than the reads.
    const until = isReading(request) ? opensAt(open + 1) : null;
    return until === null ? null : { problem: { kind: 'rateLimited', retryAt: null }, until };
  }

  function note(error: unknown): void {
    if (!(error instanceof ServiceError)) return;
    const { problem } = error;
    if (!('retryAt' in problem) || problem.retryAt === null) return;
    // It was named a moment ago, relative to this clock.
    const until = clock.monotonic() + (problem.retryAt - clock.now());
    if (refused === null || until > refused.until) refused = { problem, until };
  }

  return {
    isLimitKnown: () => rateLimit !== null && rateLimit.remaining !== null,
    noteRateLimit(limit: RateLimit): void {
      rateLimit = limit;
    },
    opensAt,
    /** ms between so many reads again and again that the rest of the limit's window holds; 0: no limit is known. */
    spacing(reads: number): number {
      const { remaining = null, resetAt = null } = rateLimit ?? {};
      const times = Math.floor((remaining ?? 0) / reads);
      return resetAt === null || times === 0
        ? 0
        : Math.max(0, resetAt - clock.monotonic()) / (times + 1);
    },
    /** The end of a `Retry-After`; null: none is running. */
    retryAt: () => (refused !== null && isAhead(refused.until) ? refused.until : null),
    /** Sends each request in turn to a server. @throws ServiceError with the time of the retry, without a request */
    paced(http: Http, server = ''): Http {
      const inTurn: Http = async (request) => {
        if (request.intervalMs) await callTurnOf(clock, server, request)(request);
        await turnOf(request);
        const refusal = refusalOf(request);
        if (refusal !== null)
          throw unsent({ ...refusal.problem, retryAt: wallTimeOf(clock, refusal.until) });
        const reads = isReading(request) ? 1 : 0;
        open += reads;
        try {
          return await http(request);
        } catch (error) {
          note(error);
          throw error;
        } finally {
          open -= reads;
        }
      };
      return async (request) => {
        const { intervalMs = minIntervalMs } = request;
        const canRepeat = isReading(request) && intervalMs > 0;
        for (let pauses = 1; ; pauses += 1) {
          try {
            return await inTurn(request);
          } catch (error) {
            if (!canRepeat || pauses > MAX_PAUSES || !isTooSoon(error)) throw error;
          }
          await sleep(clock, pauses * intervalMs, request.signal);
        }
      };
    },
  };
}
