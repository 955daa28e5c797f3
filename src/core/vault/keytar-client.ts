import pLimit from 'p-limit';
import { type Clock, createTimer } from '../clock.ts';
import type { Log } from '../log.ts';
import { type AskCollectionState, stateOfFailure } from './collection-state.ts';
import type { HelperProcess, SpawnHelper } from './helper-process.ts';
import type { KeytarAnswer, KeytarCall } from './keytar-protocol.ts';
import { KeychainError, type SecretStore } from './secret-store.ts';

/** Time limits for the keychain in the app and the CLI, in ms. */
export const KEYCHAIN_DEADLINES = {
  /** From the start of the helper process until it accepts calls. */
  startMs: 10_000,
  callMs: 5_000,
  /** Without an answer after this time, check for an open prompt. */
  lookAfterMs: 1_000,
  /** For each query of that check. `lookAfterMs + lookMs` must be below `callMs`. */
  lookMs: 2_000,
  /** For one call while the keyring may be prompting: the user has to notice the prompt and find the password. */
  promptMs: 120_000,
  /** The helper process is ended when idle for so long: it costs memory, and holds the last value read. */
  idleMs: 30_000,
};

export type KeychainDeadlines = Readonly<typeof KEYCHAIN_DEADLINES>;

export interface KeytarOptions {
  readonly spawnHelper: SpawnHelper;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly collectionState: AskCollectionState;
  readonly deadlines: KeychainDeadlines;
  /** Whether the keyring may be prompting the user to unlock it or to allow access to this item. */
  mayPrompt(item: string): Promise<boolean>;
  /** Receives `true` while a call waits for the user, then `false`. */
  onWaiting(waiting: boolean): void;
}

/** Only the process that this client started sends messages. */
const isAnswer = (message: unknown): message is KeytarAnswer =>
  typeof message === 'object' && message !== null && ('value' in message || 'refusal' in message);

/** One request to the helper at a time. A process whose deadline passes is killed, so the next message of a running one is the answer. */
function createChannel({ spawnHelper, clock, deadlines, ...prompt }: KeytarOptions) {
  let helper: HelperProcess | undefined;
  let open: PromiseWithResolvers<KeytarAnswer> | undefined;
  /** Deadline of the start, the call or its prompt, or the end of being idle. */
  const deadline = createTimer(clock);
  const lookTimer = createTimer(clock);

  function end(problem: 'crashed' | 'notAnswering' | 'locked'): void {
    const ended = helper;
    helper = undefined;
    deadline.clear();
    open?.reject(new KeychainError(problem));
    ended?.kill();
  }

  function start(): void {
    try {
      const started = spawnHelper(
        (message) => {
          if (helper === started && isAnswer(message)) open?.resolve(message);
        },
        () => {
          if (helper === started) end('crashed');
        },
      );
      helper = started;
    } catch {
      throw new KeychainError('crashed');
    }
  }

  function nextAnswer(withinMs: number) {
    open = Promise.withResolvers<KeytarAnswer>();
    deadline.set(withinMs, () => end('notAnswering'));
    return open;
  }

  /** Gives the call more time once its item may be behind a prompt. */
  async function look(item: string, call: typeof open): Promise<void> {
    const isPrompting = await prompt.mayPrompt(item).catch(() => false);
    if (!isPrompting || open !== call || helper === undefined) return;
    prompt.onWaiting(true);
    call?.promise.finally(() => prompt.onWaiting(false)).catch(() => {});
    deadline.set(deadlines.promptMs, () => end('locked'));
  }

  return {
    isRunning: () => helper !== undefined,
    end,
    /** Starts the process where none runs. @throws KeychainError `notAnswering`, `locked` (an unanswered prompt) or `crashed` */
    async request(call: KeytarCall): Promise<KeytarAnswer> {
      try {
        if (helper === undefined) {
          start();
          await nextAnswer(deadlines.startMs).promise;
        }
        if (helper === undefined) throw new KeychainError('crashed');
        const answer = nextAnswer(deadlines.callMs);
        helper.send(call);
        lookTimer.set(deadlines.lookAfterMs, () => void look(call.item, answer));
        return await answer.promise;
      } finally {
        open = undefined;
        lookTimer.clear();
        if (helper !== undefined) deadline.set(deadlines.idleMs, () => end('crashed'));
      }
    },
  };
}

/** keytar in a helper. One call at a time: four blocked calls fill its thread pool. A timeout fails the queued calls, too. */
export function createKeytarStore(options: KeytarOptions): SecretStore & { dispose(): void } {
  const oneAtATime = pLimit(1);
  const channel = createChannel(options);
  /** Whether the running process has read or written an item. */
  let isProven = false;
  let isDisposed = false;
  let lastTimeout: KeychainError | undefined;

  // libsecret keeps its session with the first keyring daemon: after a restart of the daemon, each call of the process is refused
  // ("The session wrapping the secret does not exist"). So a refusal counts from a fresh process only, but for a locked keyring,
  // which would prompt twice.
  async function perform(call: KeytarCall): Promise<KeytarAnswer> {
    const mayBeStale = isProven && channel.isRunning();
    const answer = await channel.request(call);
    isProven = mayBeStale || 'value' in answer;
    if (!('refusal' in answer) || !mayBeStale || isDisposed) return answer;
    if (stateOfFailure(answer.refusal) === 'locked') return answer;
    channel.end('crashed');
    isProven = false;
    return perform(call);
  }

  /** Rejects with `notAnswering`, `locked` (an unanswered prompt) or `crashed`. Always settles. */
  function request(call: KeytarCall): Promise<KeytarAnswer> {
    const timeoutBefore = lastTimeout;
    return oneAtATime(async () => {
      if (isDisposed) throw new KeychainError('crashed');
      if (lastTimeout !== undefined && lastTimeout !== timeoutBefore) throw lastTimeout;
      try {
        return await perform(call);
      } catch (error) {
        if (error instanceof KeychainError && error.kind !== 'crashed') lastTimeout = error;
        throw error;
      }
    });
  }

  async function ask(call: KeytarCall): Promise<string | boolean | null> {
    const answer = await request(call);
    if ('value' in answer) return answer.value;
    const { collectionState, log } = options;
    const state = stateOfFailure(answer.refusal) ?? (await collectionState(call.item));
    const kind = state === 'available' || state === 'unknown' ? 'refused' : state;
    log.warn('keychain.refused', { op: call.op, kind, text: answer.refusal });
    throw new KeychainError(kind);
  }

  return {
    async get(item) {
      const value = await ask({ op: 'get', item });
      return typeof value === 'string' ? value : null;
    },
    async set(item, value) {
      await ask({ op: 'set', item, value });
    },
    delete: async (item) => (await ask({ op: 'delete', item })) === true,
    /** Calls in progress and later ones reject with `crashed`. */
    dispose(): void {
      isDisposed = true;
      channel.end('crashed');
    },
  };
}
