import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until `condition` holds, asking again every 20 ms.
 *
 * @param what what is awaited, for the error when it does not come
 * @param withinMs how long to keep asking, in ms; by default far longer than any program takes on a busy machine
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await pause(20);
  }
}
