/**
 * What `work` comes to, or the signal's reason as soon as it aborts. The work itself goes on: for waits that cannot be
 * cancelled, in a command that ends after them.
 */
export function unlessInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
