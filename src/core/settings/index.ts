export { type AccountSettings, withAccountFields } from './accounts.ts';
export {
  storedStop,
  withAutoStop,
  withoutTimers,
  withStop,
} from './auto-stops.ts';
export { computerName } from './computer.ts';
export {
  DEFAULT_SETTINGS,
  hasQuietHours,
  preferencesOf,
  type Settings,
  withOperation,
  withoutQuietHours,
  withPreferences,
} from './schema.ts';
export { createSettingsFile, type SettingsFile } from './settings-file.ts';
export { userDataFolder } from './user-data.ts';
