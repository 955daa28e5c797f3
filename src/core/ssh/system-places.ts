import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { userDataFolder } from '../settings/index.ts';
import type { SshPlaces } from './open-ssh.ts';

/** The home of the user database, which is the only one that ssh knows; a user id without an entry there has `$HOME` alone. */
function accountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return homedir();
  }
}

/**
 * The folder of ours. `~/.ssh/gpu-tray` for this user's GPU Tray; one that was started with another user-data folder, such as
 * a demo, keeps its files there, so that it never writes into the first one's. What `XDG_CONFIG_HOME` or `APPDATA` says is
 * another folder as well: a GPU Tray there has other accounts, and would drop what it finds of these.
 */
export function sshFolder(userData: string, platform: NodeJS.Platform, home: string): string {
  return userData === userDataFolder(platform, {}, home)
    ? join(home, '.ssh', 'gpu-tray')
    : join(userData, 'ssh');
}

/** Where ssh's files are on this machine. @param userData the folder of settings */
export function systemSshPlaces(userData: string): SshPlaces {
  const { platform } = process;
  const home = homedir();
  return {
    folder: sshFolder(userData, platform, home),
    ...{ home, accountHome: accountHome(), platform },
  };
}

/** Null on Windows. */
export function systemUid(): number | null {
  return process.getuid?.() ?? null;
}
