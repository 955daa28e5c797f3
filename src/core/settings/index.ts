export {
  type AccountSettings,
  DEFAULT_SETTINGS,
  preferencesOf,
  type Settings,
  withPreferences,
} from './schema.ts';
export { SettingsError } from './settings-error.ts';
export { createSettingsFile, type LoadedSettings, type SettingsFile } from './settings-file.ts';
export { userDataFolder } from './user-data.ts';
