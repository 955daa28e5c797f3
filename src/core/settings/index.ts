export { type AccountSettings, withLearned } from './accounts.ts';
export {
  autoStopLimitSchema,
  withAutoStop,
  withoutAutoStop,
  withoutTimers,
  withTimer,
} from './auto-stops.ts';
export { computerName } from './computer.ts';
export {
  hasQuietHours,
  preferencesOf,
  withoutQuietHours,
  withPreferences,
} from './preferences.ts';
export { DEFAULT_SETTINGS, type Settings, withOperation } from './schema.ts';
export { createSettingsFile, SettingsError, type SettingsFile } from './settings-file.ts';
export { userDataFolder } from './user-data.ts';
