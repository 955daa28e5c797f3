import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until `condition` is true, checking every 50 ms.
 * @param what named in the error
 * @param withinMs default: far longer than a program takes on a busy machine
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await pause(50);
  }
}
