import type { Clock } from '../clock.ts';
import type { SpawnHelper } from './helper-process.ts';
import type { KeychainDeadlines } from './keychain-deadlines.ts';
import { KeychainError } from './keychain-error.ts';
import { understandWords } from './keychain-words.ts';
import { type KeytarAnswer, type KeytarChild, startKeytarChild } from './keytar-child.ts';
import type { KeytarRequest } from './keytar-protocol.ts';
import { withinDeadline } from './prompt-aware-deadline.ts';

type Unnumbered<R> = R extends unknown ? Omit<R, 'id'> : never;
/** A call without its number. */
export type KeytarCall = Unnumbered<KeytarRequest>;

/** What the client needs of the world. */
export interface KeytarClientOptions {
  readonly spawnHelper: SpawnHelper;
  readonly clock: Clock;
  readonly deadlines: KeychainDeadlines;
  /** Whether the keyring may be asking its owner to unlock it, or to allow this item. */
  mayPrompt(item: string): Promise<boolean>;
  /** Told `true` while a call waits for its owner, so that a UI can say "waiting for your keychain". */
  onWaiting(waiting: boolean): void;
}

/** keytar at arm's length: in a helper process, one call at a time, each with a deadline. */
export interface KeytarClient {
  /** Rejects with `timeout`, `locked` (a prompt that nobody answered) or `crashed`. Always settles. */
  call(call: KeytarCall): Promise<KeytarAnswer>;
  /** Ends the helper process. Calls in progress and later ones reject with `crashed`. */
  dispose(): void;
}

interface QueuedCall {
  readonly call: KeytarCall;
  resolve(answer: KeytarAnswer): void;
  reject(error: unknown): void;
}

/**
 * One call at a time, because four hung ones fill the helper's thread pool, and because two prompts at once are one too
 * many. When a call runs out of time, the helper is killed and the calls queued behind it fail with it: they would wait
 * for the same silence, one deadline after the other.
 */
export function createKeytarClient(options: KeytarClientOptions): KeytarClient {
  const { clock, deadlines } = options;
  const queue: QueuedCall[] = [];
  let child: KeytarChild | undefined;
  let busy = false;
  let disposed = false;
  let lastId = 0;
  let cancelIdle = () => {};

  const end = () => {
    child?.kill();
    child = undefined;
  };
  const failQueued = (error: unknown) => {
    for (const queued of queue.splice(0)) queued.reject(error);
  };

  /**
   * libsecret keeps its session with the keyring daemon it met first. When that daemon has been restarted, all further
   * calls of the process are refused ("The session wrapping the secret does not exist", "The name :1.2 was not
   * provided"), so a refusal counts only from a process without a past. A locked keyring is believed at once: asking
   * again would open a second prompt. All three operations may be repeated without harm.
   */
  async function perform(call: KeytarCall): Promise<KeytarAnswer> {
    const serving = child?.alive ? child : undefined;
    const mayBeStale = serving?.proven === true;
    const answer = await performOnce(call, serving ?? startKeytarChild(options.spawnHelper));
    if (!('refusal' in answer) || !mayBeStale || disposed) return answer;
    if (understandWords(answer.refusal) === 'locked') return answer;
    end();
    return performOnce(call, startKeytarChild(options.spawnHelper));
  }

  function performOnce(call: KeytarCall, by: KeytarChild): Promise<KeytarAnswer> {
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

  async function drain(): Promise<void> {
    busy = true;
    cancelIdle();
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        next.resolve(await perform(next.call));
      } catch (error) {
        next.reject(error);
        if (error instanceof KeychainError && error.kind !== 'crashed') failQueued(error);
      }
    }
    busy = false;
    if (child?.alive) cancelIdle = clock.after(deadlines.idleMs, end);
  }

  return {
    call(call) {
      if (disposed) return Promise.reject(new KeychainError('crashed'));
      return new Promise((resolve, reject) => {
        queue.push({ call, resolve, reject });
        if (!busy) void drain();
      });
    },
    dispose() {
      disposed = true;
      failQueued(new KeychainError('crashed'));
      end();
      cancelIdle();
    },
  };
}
