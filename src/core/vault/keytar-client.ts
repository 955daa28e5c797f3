import pLimit from 'p-limit';
import { type Clock, createTimer } from '../clock.ts';
import { stateOfFailure } from './collection-state.ts';
import type { SpawnHelper } from './helper-process.ts';
import {
  type KeychainDeadlines,
  type KeytarAnswer,
  type KeytarChild,
  startKeytarChild,
  withinDeadline,
} from './keytar-child.ts';
import type { KeytarRequest } from './keytar-protocol.ts';
import { KeychainError } from './secret-store.ts';

type WithoutId<R> = R extends unknown ? Omit<R, 'id'> : never;
export type KeytarCall = WithoutId<KeytarRequest>;

export interface KeytarClientOptions {
  readonly spawnHelper: SpawnHelper;
  readonly clock: Clock;
  readonly deadlines: KeychainDeadlines;
  /** Whether the keyring may be prompting the user to unlock it or to allow access to this item. */
  mayPrompt(item: string): Promise<boolean>;
  /** Receives `true` while a call waits for the user, then `false`. */
  onWaiting(waiting: boolean): void;
}

export type KeytarClient = ReturnType<typeof createKeytarClient>;

/**
 * keytar in a helper process, each call with a deadline. One at a time: four blocked calls fill the helper's thread pool. On a timeout
 * the helper is killed and the queued calls fail too, since each would time out in turn.
 */
export function createKeytarClient(options: KeytarClientOptions) {
  const { clock, deadlines } = options;
  const oneAtATime = pLimit(1);
  let child: KeytarChild | undefined;
  let disposed = false;
  let lastId = 0;
  let lastTimeout: KeychainError | undefined;
  const idle = createTimer(clock);

  const end = () => {
    child?.kill();
    child = undefined;
  };

  /**
   * libsecret keeps its session with the first keyring daemon it met: once that daemon has restarted, every call of the
   * process is refused ("The session wrapping the secret does not exist", "The name :1.2 was not provided"). So a refusal
   * counts only from a fresh process. A locked keyring is not checked again, which would open a second prompt. Repeating any
   * call is harmless.
   */
  async function perform(call: KeytarCall): Promise<KeytarAnswer> {
    const running = child?.isAlive() ? child : undefined;
    const mayBeStale = running?.isProven() === true;
    const answer = await performWith(running ?? startKeytarChild(options.spawnHelper), call);
    if (!('refusal' in answer) || !mayBeStale || disposed) return answer;
    if (stateOfFailure(answer.refusal) === 'locked') return answer;
    end();
    return performWith(startKeytarChild(options.spawnHelper), call);
  }

  function performWith(by: KeytarChild, call: KeytarCall): Promise<KeytarAnswer> {
    child = by;
    lastId += 1;
    return withinDeadline(clock, deadlines, {
      ready: by.ready,
      answer: by.ask({ ...call, id: lastId }),
      mayPrompt: () => options.mayPrompt(call.item),
      onWaiting: options.onWaiting,
      onExpired: end,
    });
  }

  async function performAndIdle(call: KeytarCall): Promise<KeytarAnswer> {
    idle.clear();
    try {
      return await perform(call);
    } catch (error) {
      if (error instanceof KeychainError && error.kind !== 'crashed') lastTimeout = error;
      throw error;
    } finally {
      if (child?.isAlive()) idle.set(deadlines.idleMs, end);
    }
  }

  return {
    /** Rejects with `timeout`, `locked` (an unanswered prompt) or `crashed`. Always settles. */
    call(call: KeytarCall): Promise<KeytarAnswer> {
      const timeoutBefore = lastTimeout;
      return oneAtATime(() => {
        if (disposed) throw new KeychainError('crashed');
        if (lastTimeout !== undefined && lastTimeout !== timeoutBefore) throw lastTimeout;
        return performAndIdle(call);
      });
    },
    /** Calls in progress and later ones reject with `crashed`. */
    dispose(): void {
      disposed = true;
      end();
      idle.clear();
    },
  };
}
