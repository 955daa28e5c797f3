let last = Promise.resolve();

/** Resolves in a turn of the event loop of its own: clicks are answered between two of them. */
export function ownTurn(): Promise<void> {
  // One after the other: all calls of `setImmediate` from a turn run together in the next turn.
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}

/** VMs that one turn may work on besides other work. Ten thousand take a tenth of a second in each part of a poll. */
export const MAX_IN_TURN = 1_000;

/** Waits for an own turn where work on that many VMs is ahead. */
export async function turnFor(vms: number): Promise<void> {
  if (vms > MAX_IN_TURN) await ownTurn();
}
