import { setTimeout as pause } from 'node:timers/promises';

/** Asks every 20 ms until there is an answer other than null; fails after `withinMs`. */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | null>,
  withinMs = 60_000,
): Promise<Answer> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await pause(20);
  }
}
