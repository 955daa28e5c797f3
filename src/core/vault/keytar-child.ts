import type { Clock } from '../clock.ts';
import type { HelperProcess, SpawnHelper } from './helper-process.ts';
import { KeytarReply, type KeytarRequest } from './keytar-protocol.ts';
import { KeychainError } from './secret-store.ts';

/** The keychain's reply: a value, or its error text. */
export type KeytarAnswer = Exclude<KeytarReply, { ready: true }>;

/** One running helper process. */
export interface KeytarChild {
  readonly alive: boolean;
  /** Whether a call has succeeded in it. */
  readonly proven: boolean;
  /** Resolves when it accepts calls; never if it exits before. */
  readonly ready: Promise<void>;
  /** Sends a call, one at a time and without a deadline. Rejects with `crashed` when the process exits first. */
  ask(request: KeytarRequest): Promise<KeytarAnswer>;
  /** Kills the process; a call in progress rejects with `crashed`. */
  kill(): void;
}

interface OpenCall {
  readonly id: number;
  resolve(answer: KeytarAnswer): void;
  reject(error: KeychainError): void;
}

function spawn(spawnHelper: SpawnHelper): HelperProcess {
  try {
    return spawnHelper();
  } catch {
    throw new KeychainError('crashed');
  }
}

/** @throws KeychainError `crashed` when the process cannot be started */
export function startKeytarChild(spawnHelper: SpawnHelper): KeytarChild {
  const process = spawn(spawnHelper);
  let alive = true;
  let proven = false;
  let open: OpenCall | undefined;
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
    get alive() {
      return alive;
    },
    get proven() {
      return proven;
    },
    ready: ready.promise,
    ask(request) {
      return new Promise((resolve, reject) => {
        if (!alive) {
          reject(new KeychainError('crashed'));
          return;
        }
        open = { id: request.id, resolve, reject };
        process.send(request);
      });
    },
    kill() {
      end();
      process.kill();
    },
  };
}

/** Time limits for the keychain, in ms. */
export interface KeychainDeadlines {
  /** From the start of the helper process until it accepts calls. */
  readonly startMs: number;
  /** For one call without an open prompt. */
  readonly callMs: number;
  /** Without a reply after this time, check for an open prompt. */
  readonly lookAfterMs: number;
  /** For each query of that check. `lookAfterMs + lookMs` must be below `callMs`. */
  readonly lookMs: number;
  /** For one call while the keyring may be prompting the user. */
  readonly promptMs: number;
  /** The helper process is ended when idle for so long: it costs memory, and holds the last value read. */
  readonly idleMs: number;
}

/** The deadlines of the app and the CLI. Two minutes for a prompt: the user has to notice it and find the password. */
export const KEYCHAIN_DEADLINES: KeychainDeadlines = {
  startMs: 10_000,
  callMs: 5_000,
  lookAfterMs: 1_000,
  lookMs: 2_000,
  promptMs: 120_000,
  idleMs: 30_000,
};

interface CallInProgress {
  /** Resolves when the helper process accepts calls. */
  readonly ready: Promise<void>;
  readonly answer: Promise<KeytarAnswer>;
  /** Whether the keyring may be prompting the user now. */
  mayPrompt(): Promise<boolean>;
  /** Receives `true` once the keyring may be prompting, and `false` when the call is over. */
  onWaiting(waiting: boolean): void;
  /** Called on a timeout, before the rejection. */
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
    let cancelLook = () => {};
    const end = (settle: () => void) => {
      if (over) return;
      over = true;
      cancelDeadline();
      cancelLook();
      if (waiting) call.onWaiting(false);
      settle();
    };
    const expire = (kind: 'timeout' | 'locked') =>
      end(() => {
        call.onExpired();
        reject(new KeychainError(kind));
      });
    let cancelDeadline = clock.after(deadlines.startMs, () => expire('timeout'));

    const look = async () => {
      const prompt = await call.mayPrompt().catch(() => false);
      if (over || !prompt) return;
      waiting = true;
      call.onWaiting(true);
      cancelDeadline();
      cancelDeadline = clock.after(deadlines.promptMs, () => expire('locked'));
    };
    void call.ready.then(() => {
      if (over) return;
      cancelDeadline();
      cancelDeadline = clock.after(deadlines.callMs, () => expire('timeout'));
      cancelLook = clock.after(deadlines.lookAfterMs, () => void look());
    });
    call.answer.then(
      (answer) => end(() => resolve(answer)),
      (error: unknown) => end(() => reject(error)),
    );
  });
}
