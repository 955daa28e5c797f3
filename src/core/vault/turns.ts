/** Runs tasks of one key one after the other, in the order of the calls; tasks of different keys run side by side. */
export type Turns = <T>(key: string, task: () => Promise<T>) => Promise<T>;

/** A task that rejects does so for its own caller alone; the next one begins all the same. */
export function createTurns(): Turns {
  const tails = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const before = tails.get(key) ?? Promise.resolve();
    const turn = before.then(task, task);
    tails.set(key, turn);
    const forget = () => {
      if (tails.get(key) === turn) tails.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  };
}
