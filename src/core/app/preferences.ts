import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/app/index.ts';
import type { Settings } from '../settings/index.ts';

/** The preferences as they hold: what the user set, and the defaults for the rest. */
export function preferencesOf({ preferences, ssh }: Settings): Preferences {
  const set = preferences ?? {};
  const defaults = DEFAULT_PREFERENCES;
  return {
    rateThreshold: set.rateThreshold === undefined ? defaults.rateThreshold : set.rateThreshold,
    notifyStatusChanges: set.notifyStatusChanges ?? defaults.notifyStatusChanges,
    idleSeconds: set.idleSeconds ?? defaults.idleSeconds,
    sshUser: ssh.user,
    sshPort: ssh.port,
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
  const { sshUser, sshPort, ...rest } = change;
  return {
    ...settings,
    ssh: {
      ...settings.ssh,
      ...(sshUser !== undefined && { user: sshUser }),
      ...(sshPort !== undefined && { port: sshPort }),
    },
    preferences: { ...settings.preferences, ...rest },
  };
}
