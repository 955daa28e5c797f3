import type { Clock } from '../clock.ts';
import type { KeychainDeadlines } from './keychain-deadlines.ts';
import { KeychainError } from './keychain-error.ts';

/** A call to the keychain in progress. */
export interface WatchedCall<T> {
  /** Resolves when the helper process takes calls. */
  readonly ready: Promise<void>;
  readonly answer: Promise<T>;
  /** Whether the keyring may be asking its owner something just now. */
  mayPrompt(): Promise<boolean>;
  /** Told `true` once the keyring may be asking, and `false` when the call is over. */
  onWaiting(waiting: boolean): void;
  /** Called when the time is up, before the rejection. */
  onExpired(): void;
}

/**
 * The answer, or `timeout` when it does not come in time; or `locked` when the keyring asked its owner and nobody
 * answered. Nothing of the call outlives the promise.
 */
export function withinDeadline<T>(
  clock: Clock,
  deadlines: KeychainDeadlines,
  call: WatchedCall<T>,
): Promise<T> {
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
