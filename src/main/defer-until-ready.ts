/** A call that may be asked for before anybody can answer it: it waits, and several that wait are one. */
export interface DeferredCall {
  call(): void;
  /** From now on calls are answered; one that waited is, at once. */
  answer(by: () => void): void;
}

/** An `answer` after the first takes its place. */
export function deferUntilReady(): DeferredCall {
  let answerer: (() => void) | null = null;
  let isWaiting = false;
  return {
    call() {
      if (answerer === null) isWaiting = true;
      else answerer();
    },
    answer(by) {
      answerer = by;
      if (isWaiting) by();
      isWaiting = false;
    },
  };
}
