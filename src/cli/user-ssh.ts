import type { NetworkPorts } from '../core/accounts/index.ts';
import {
  openSsh,
  type Ssh,
  systemSshPlaces,
  systemUid,
  UnusableSshFolder,
} from '../core/ssh/index.ts';
import { CommandError } from './command-error.ts';
import { EXIT } from './exit-code.ts';
import type { UserSettings } from './user-settings.ts';

/**
 * The ssh of this user, with the files that the app keeps for it.
 * @throws CommandError where ssh cannot be told of their folder
 */
export function openUserSsh(
  { folder }: Pick<UserSettings, 'folder'>,
  { clock, log }: Pick<NetworkPorts, 'clock' | 'log'>,
): Ssh {
  const places = systemSshPlaces(folder);
  try {
    return openSsh({ places, env: process.env, uid: systemUid(), clock, log });
  } catch (error) {
    if (error instanceof UnusableSshFolder) throw new CommandError(EXIT.stale, error.message);
    throw error;
  }
}
