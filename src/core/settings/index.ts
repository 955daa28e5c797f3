export { computerName } from './computer.ts';
export {
  type AccountSettings,
  autoStopLimitSchema,
  DEFAULT_SETTINGS,
  hasQuietHours,
  preferencesOf,
  type Settings,
  withAutoStop,
  withLearned,
  withOnVm,
  withOperation,
  withoutAutoStop,
  withoutQuietHours,
  withPreferences,
  withTimer,
} from './schema.ts';
export { createSettingsFile, SettingsError, type SettingsFile } from './settings-file.ts';
export { userDataFolder } from './user-data.ts';
