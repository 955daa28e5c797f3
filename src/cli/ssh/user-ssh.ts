import type { NetworkPorts } from '../../core/accounts/index.ts';
import { openSsh, type Ssh, systemSshPlaces, systemUid } from '../../core/ssh/index.ts';
import type { UserSettings } from '../user-settings.ts';

/** The ssh of this user, with the files that the app keeps for it. */
export function openUserSsh(
  { folder }: Pick<UserSettings, 'folder'>,
  { clock, log }: Pick<NetworkPorts, 'clock' | 'log'>,
): Ssh {
  const places = systemSshPlaces(folder);
  return openSsh({ places, env: process.env, uid: systemUid(), clock, log });
}
