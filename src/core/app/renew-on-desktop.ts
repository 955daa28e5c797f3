import type { Log } from '../log.ts';
import { type Settings, type SettingsFile, withPreferences } from '../settings/index.ts';
import type { DesktopPorts } from './application.ts';
import { type StateStore, withNotice } from './state-store.ts';

interface RenewPorts {
  readonly store: StateStore;
  readonly settings: SettingsFile;
  readonly desktop: Pick<DesktopPorts, 'renewAutostart' | 'setShortcut'>;
  readonly log: Log;
  readonly settingsChanged: (settings: Settings) => void;
}

/** Gives the desktop the autostart entry and the shortcut of the settings again. The user may have removed or taken them meanwhile. */
export function renewOnDesktop({
  store,
  settings,
  desktop,
  log,
  settingsChanged,
}: RenewPorts): void {
  const { autostart, shortcut } = store.get().preferences;

  /** An entry that the user turned off is not enforced: the setting shows that it is off. */
  async function renewAutostart(): Promise<void> {
    if (await desktop.renewAutostart()) return;
    settingsChanged(
      await settings.update((current) => withPreferences(current, { autostart: false })),
    );
  }

  if (autostart) renewAutostart().catch(() => log.warn('autostart.unset'));
  desktop.setShortcut(shortcut).catch(() => {
    const message = `The shortcut ${shortcut} is not available. Choose another one in Settings.`;
    store.apply(withNotice(store.core(), 'shortcut', message));
  });
}
