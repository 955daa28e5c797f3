import { z } from 'zod';
import { type Clock, createTimer } from '../clock.ts';
import type { HelperProcess, SpawnHelper } from './helper-process.ts';
import type { KeytarRequest } from './keytar-protocol.ts';
import { KeychainError } from './secret-store.ts';

const id = z.lazy(() => z.int().nonnegative());

/** A message of the keytar process: `ready` once, then one reply per call, with a value or the keychain's error text. */
const KeytarReply = z.lazy(() =>
  z.union([
    z.strictObject({ ready: z.literal(true) }),
    z.strictObject({ id, value: z.union([z.string(), z.boolean(), z.null()]) }),
    z.strictObject({ id, refusal: z.string() }),
  ]),
);
export type KeytarReply = z.infer<typeof KeytarReply>;

export type KeytarAnswer = Exclude<KeytarReply, { ready: true }>;

function spawn(spawnHelper: SpawnHelper): HelperProcess {
  try {
    return spawnHelper();
  } catch {
    throw new KeychainError('crashed');
  }
}

/** Starts a helper process. @throws KeychainError `crashed` when it cannot be started */
export function startKeytarChild(spawnHelper: SpawnHelper) {
  const process = spawn(spawnHelper);
  let alive = true;
  let proven = false;
  let open: (PromiseWithResolvers<KeytarAnswer> & { readonly id: number }) | undefined;
  const ready = Promise.withResolvers<void>();

  process.onMessage((message) => {
    const reply = KeytarReply.safeParse(message);
    if (!reply.success) return;
    if ('ready' in reply.data) {
      ready.resolve();
      return;
    }
    const call = open;
    if (call?.id !== reply.data.id) return;
    open = undefined;
    proven ||= 'value' in reply.data;
    call.resolve(reply.data);
  });
  const end = () => {
    alive = false;
    open?.reject(new KeychainError('crashed'));
    open = undefined;
  };
  process.onExit(end);

  return {
    isAlive: () => alive,
    isProven: () => proven,
    /** Resolves when it accepts calls; never if it exits before. */
    ready: ready.promise,
    /** Sends a call, one at a time and without a deadline. Rejects with `crashed` when the process exits first. */
    ask(request: KeytarRequest): Promise<KeytarAnswer> {
      const call = { ...Promise.withResolvers<KeytarAnswer>(), id: request.id };
      if (alive) {
        open = call;
        process.send(request);
      } else call.reject(new KeychainError('crashed'));
      return call.promise;
    },
    kill(): void {
      end();
      process.kill();
    },
  };
}

export type KeytarChild = ReturnType<typeof startKeytarChild>;

/** Time limits for the keychain in the app and the CLI, in ms. */
export const KEYCHAIN_DEADLINES = {
  /** From the start of the helper process until it accepts calls. */
  startMs: 10_000,
  callMs: 5_000,
  /** Without a reply after this time, check for an open prompt. */
  lookAfterMs: 1_000,
  /** For each query of that check. `lookAfterMs + lookMs` must be below `callMs`. */
  lookMs: 2_000,
  /** For one call while the keyring may be prompting: the user has to notice the prompt and find the password. */
  promptMs: 120_000,
  /** The helper process is ended when idle for so long: it costs memory, and holds the last value read. */
  idleMs: 30_000,
};

export type KeychainDeadlines = Readonly<typeof KEYCHAIN_DEADLINES>;

interface CallInProgress {
  readonly ready: Promise<void>;
  readonly answer: Promise<KeytarAnswer>;
  mayPrompt(): Promise<boolean>;
  /** Receives `true` once the keyring may be prompting, and `false` when the call is over. */
  onWaiting(waiting: boolean): void;
  onExpired(): void;
}

/** The answer, or a rejection with `timeout`, or with `locked` after an unanswered prompt. Leaves no timer behind. */
export function withinDeadline(
  clock: Clock,
  deadlines: KeychainDeadlines,
  call: CallInProgress,
): Promise<KeytarAnswer> {
  return new Promise((resolve, reject) => {
    let over = false;
    let waiting = false;
    const deadline = createTimer(clock);
    const lookTimer = createTimer(clock);
    const end = (settle: () => void) => {
      if (over) return;
      over = true;
      deadline.clear();
      lookTimer.clear();
      if (waiting) call.onWaiting(false);
      settle();
    };
    const expire = (kind: 'timeout' | 'locked') =>
      end(() => {
        call.onExpired();
        reject(new KeychainError(kind));
      });
    deadline.set(deadlines.startMs, () => expire('timeout'));

    const look = async () => {
      const prompt = await call.mayPrompt().catch(() => false);
      if (over || !prompt) return;
      waiting = true;
      call.onWaiting(true);
      deadline.set(deadlines.promptMs, () => expire('locked'));
    };
    void call.ready.then(() => {
      if (over) return;
      deadline.set(deadlines.callMs, () => expire('timeout'));
      lookTimer.set(deadlines.lookAfterMs, () => void look());
    });
    call.answer.then(
      (answer) => end(() => resolve(answer)),
      (error: unknown) => end(() => reject(error)),
    );
  });
}
