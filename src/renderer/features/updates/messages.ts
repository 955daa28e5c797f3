import type { UpdateState } from '../../../shared/updates/updates-slice.ts';
import { ago } from '../../ui/index.ts';

/** @param isWanted the setting @param now ms since the epoch */
function updateState(updates: UpdateState, isWanted: boolean, now: number): string {
  switch (updates.kind) {
    case 'off':
      return updates.by === 'policy'
        ? 'A policy file on this computer turns updates off. Ask its administrator for the newer version.'
        : 'This installation does not check for updates. Install a newer version over this one; your settings are kept.';
    case 'idle':
      if (updates.checkedAt !== null) return `Up to date. Checked ${ago(updates.checkedAt, now)}.`;
      return isWanted ? 'GPU Tray checks once a day.' : 'Automatic checks are off.';
    case 'checking':
      return 'Checking for updates…';
    case 'ready':
      return updates.needsPassword
        ? `Version ${updates.version} is ready. Installing it asks for your password.`
        : `Version ${updates.version} is ready and will be installed when you quit.`;
    case 'failed':
      return updates.why === 'unreachable'
        ? `Failed to check for updates ${ago(updates.at, now)}.`
        : `The update downloaded ${ago(updates.at, now)} could not be verified and was deleted.`;
  }
}

export const messages = {
  title: 'About',
  version: (version: string) => `GPU Tray ${version}`,
  updateState,
  checkForUpdates: 'Check for updates',
  installUpdate: 'Install and restart',
  diagnostics: 'Diagnostics',
  licenses: 'Licenses',
  own: 'GPU Tray is open source under the MIT license. It includes these packages:',
  chromium: 'Electron includes Chromium, whose licenses are in LICENSES.chromium.html of Electron.',
} as const;
