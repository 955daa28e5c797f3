export { computerId, computerName } from './computer.ts';
export {
  type AccountSettings,
  autoStopLimitSchema,
  DEFAULT_SETTINGS,
  hasQuietHours,
  preferencesOf,
  type Settings,
  withArmed,
  withAutoStop,
  withLearned,
  withOnVm,
  withOperation,
  withoutEnded,
  withoutQuietHours,
  withPreferences,
} from './schema.ts';
export { createSettingsFile, SettingsError, type SettingsFile } from './settings-file.ts';
export { userDataFolder } from './user-data.ts';
