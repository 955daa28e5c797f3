import { type AccountState, UNKNOWN_STATE } from '../../shared/domain/index.ts';
import { type PolledClient, pollAccount } from './poll-account.ts';
import { applyReadings } from './snapshot.ts';

/** One look at an account, for a command that ends after it. @throws the signal's reason when it aborts */
export async function readAccount(
  client: PolledClient,
  signal: AbortSignal,
): Promise<AccountState> {
  const request = { client, state: UNKNOWN_STATE, asksVms: true, turn: 0, signal };
  const readings = await pollAccount(request);
  return applyReadings(UNKNOWN_STATE, readings);
}
