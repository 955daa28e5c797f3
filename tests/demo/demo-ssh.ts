import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import {
  type IncludeResult,
  openSsh,
  systemSshPlaces,
  systemUid,
} from '../../src/core/ssh/index.ts';

async function removeLines(userData: string): Promise<IncludeResult | null> {
  const { include } = openSsh({
    places: systemSshPlaces(userData),
    env: process.env,
    uid: systemUid(),
    clock: systemClock,
    log: silentLog,
  });
  const state = include.state();
  return state === null || state === 'absent' ? null : include.remove();
}

/**
 * Takes the demo's lines from the user's own configuration of ssh, where they have let ssh know the demo's names: the file that
 * they name goes with the demo. The demo runs in the user's real home, since the keychain and the desktop are found through it.
 * Never rejects, since more is to be cleared up.
 * @param userData the folder of the demo's settings
 * @returns what came of it, one sentence; null: there was nothing to take back
 */
export async function takeBackNames(userData: string): Promise<string | null> {
  const still = (reason: string) =>
    `The demo’s lines are still in your SSH configuration: ${reason}`;
  try {
    const result = await removeLines(userData);
    if (result === null) return null;
    return result.outcome === 'refused'
      ? still(result.reason)
      : 'The demo’s lines are taken from your SSH configuration again.';
  } catch (error) {
    return still(error instanceof Error ? error.message : 'unknown reason');
  }
}
