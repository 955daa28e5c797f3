import type { AccountClient } from '../core/accounts/index.ts';
import { type Clock, sleep } from '../core/clock.ts';

/** A service that does not answer must not hold up the end of a command for longer. */
const MAX_END_MS = 3_000;

/** Leaves no refresh behind whose token is not stored yet, however the command ended. */
export async function clientsSettled(
  clients: readonly Pick<AccountClient, 'settled'>[],
  clock: Clock,
): Promise<void> {
  const all = Promise.all(clients.map((client) => client.settled()));
  await Promise.race([all, sleep(clock, MAX_END_MS)]);
}
