import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/app/index.ts';
import type { Settings } from '../settings/index.ts';

/** The preferences as they hold: what the user set, and the defaults for the rest. */
export function preferencesOf({ preferences }: Settings): Preferences {
  const set = preferences ?? {};
  const defaults = DEFAULT_PREFERENCES;
  return {
    rateThreshold: set.rateThreshold === undefined ? defaults.rateThreshold : set.rateThreshold,
    notifyStatusChanges: set.notifyStatusChanges ?? defaults.notifyStatusChanges,
    idleSeconds: set.idleSeconds ?? defaults.idleSeconds,
    notifyReady: set.notifyReady ?? defaults.notifyReady,
    terminal: set.terminal ?? defaults.terminal,
    terminalCommand: set.terminalCommand ?? defaults.terminalCommand,
    shell: set.shell ?? defaults.shell,
    remoteFolder: set.remoteFolder ?? defaults.remoteFolder,
    currency: set.currency ?? defaults.currency,
    theme: set.theme ?? defaults.theme,
    trayTone: set.trayTone ?? defaults.trayTone,
    hideAmounts: set.hideAmounts ?? defaults.hideAmounts,
    autostart: set.autostart ?? defaults.autostart,
  };
}

/** What may change at once; undefined stays as it is. */
export type PreferencesChange = {
  readonly [Name in keyof Preferences]?: Preferences[Name] | undefined;
};

/** The settings with changed preferences, everything else as it was. */
export function withPreferences(settings: Settings, change: PreferencesChange): Settings {
  return { ...settings, preferences: { ...settings.preferences, ...change } };
}
