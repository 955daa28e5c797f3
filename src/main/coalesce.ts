/**
 * Runs at most once however often it is asked to while the current turn lasts: several changes of the state that belong
 * together become one look at it.
 */
export function coalesce(run: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      run();
    });
  };
}
