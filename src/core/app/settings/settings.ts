import { withMuted } from '../../../shared/settings/preferences.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import { describeInternalError } from '../../log.ts';
import { preferencesOf, withPreferences } from '../../settings/index.ts';
import { parseTerminalCommand } from '../../ssh/index.ts';
import type { Part, PartPorts } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';
import { withNotice, withoutNotice } from '../kernel/state-store.ts';
import { createConfirmTerminal } from './confirm-terminal.ts';

/** Renews the autostart entry and the shortcut, which the user or another program may have changed. */
function renewOnDesktop(ports: PartPorts): void {
  const { store, settings, desktop, log, settingsChanged } = ports;
  const { autostart, shortcut } = store.get().preferences;

  /** Where the user turned the entry off on the desktop, the setting follows. */
  async function renewAutostart(): Promise<void> {
    if (await desktop.autostart.renew()) return;
    settingsChanged(
      await settings.update((current) => withPreferences(current, { autostart: false })),
    );
  }

  if (autostart)
    renewAutostart().catch((error) => log.warn('autostart.unset', describeInternalError(error)));
  desktop.setShortcut(shortcut).catch(() => {
    const message = `The shortcut ${shortcut} is not available. Choose another one in Settings.`;
    store.apply(withNotice(store.core(), 'shortcut', message));
  });
}

export function startSettings(ports: PartPorts) {
  const { store, settings, desktop, settingsChanged } = ports;
  const confirmTerminal = createConfirmTerminal(ports);
  renewOnDesktop(ports);
  let seen = ports.loaded;

  /** Applies what another process changed, such as the panel beside `gpu-tray watch`. */
  async function reread(): Promise<void> {
    const current = await settings.load();
    // Left to the next poll: it is being changed here.
    if (current === seen || (await settings.load()) !== current) return;
    seen = current;
    settingsChanged(current);
  }

  return {
    polled: () =>
      reread().catch((error) => ports.log.warn('settings.unread', describeInternalError(error))),
    requests: {
      async muteVm({ accountId, vmId, isMuted }) {
        const key = vmKey(accountId, vmId);
        const next = await settings.update((current) =>
          withPreferences(current, {
            mutedVms: withMuted(preferencesOf(current).mutedVms, key, isMuted),
          }),
        );
        settingsChanged(next);
      },
      async changePreferences(change) {
        const { terminalCommand } = change;
        if (typeof terminalCommand === 'string') {
          const command = parseTerminalCommand(terminalCommand);
          if (typeof command === 'string')
            refuse('invalid', command, 'Correct the terminal command.');
          await confirmTerminal(terminalCommand);
        }
        const { autostart, shortcut } = store.get().preferences;
        // Before they are stored: the desktop may refuse them.
        if (change.autostart !== undefined && change.autostart !== autostart)
          await desktop.autostart.set(change.autostart);
        if (change.shortcut !== undefined && change.shortcut !== shortcut)
          await desktop.setShortcut(change.shortcut);
        // At the first run's question about alerts: an alert before the permission would be lost.
        if (change.hourlyRate !== undefined) desktop.askToNotify();
        settingsChanged(await settings.update((current) => withPreferences(current, change)));
      },
      async dismissNotice() {
        store.apply(withoutNotice(store.core()));
      },
      async hidePanel() {
        desktop.panel.hide();
      },
    },
  } satisfies Part;
}
