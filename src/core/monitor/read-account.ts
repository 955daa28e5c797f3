import { type AccountState, UNKNOWN_STATE } from '../../shared/domain/index.ts';
import { type PolledClient, pollAccount } from './poll-account.ts';
import { applyReadings } from './snapshot.ts';

/** One look at an account, for a command that ends after it. @throws the signal's reason when it aborts */
export async function readAccount(
  client: PolledClient,
  signal: AbortSignal,
): Promise<AccountState> {
  const readings = await pollAccount({ client, state: UNKNOWN_STATE, asksVms: true, signal });
  return applyReadings(UNKNOWN_STATE, readings);
}
