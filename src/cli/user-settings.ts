import { homedir } from 'node:os';
import { join } from 'node:path';
import type { NetworkPorts } from '../core/accounts/index.ts';
import {
  createSettingsFile,
  type Settings,
  type SettingsFile,
  userDataFolder,
} from '../core/settings/index.ts';

/** The settings that this user's app and command line share. */
export interface UserSettings {
  readonly folder: string;
  readonly file: SettingsFile;
  /** As they were when the command began. */
  readonly current: Settings;
}

/**
 * @param say where a notice about mended settings goes, one sentence
 * @throws SettingsError
 */
export async function openUserSettings(
  { clock, log }: Pick<NetworkPorts, 'clock' | 'log'>,
  say: (message: string) => void,
): Promise<UserSettings> {
  const folder = userDataFolder(process.platform, process.env, homedir());
  const file = createSettingsFile({ path: join(folder, 'settings.json'), clock, log });
  const { settings, notice } = await file.load();
  if (notice !== null) say(notice);
  return { folder, file, current: settings };
}
