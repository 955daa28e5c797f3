import { type UpdateState, updateText } from '../../../shared/updates/updates-slice.ts';
import { ago } from '../../ui/index.ts';

/** @param isWanted the setting @param now ms since the epoch */
function updateState(updates: UpdateState, isWanted: boolean, now: number): string {
  if (updates.kind === 'checking') return 'Checking for updates…';
  if (updates.kind !== 'idle') return updateText(updates).join(' ');
  if (updates.checkedAt !== null) return `Up to date. Checked ${ago(updates.checkedAt, now)}.`;
  return isWanted ? 'GPU Tray checks once a day.' : 'Automatic checks are off.';
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
