import { create } from 'zustand';
import type { Issue } from '../../../shared/polling/issues.ts';
import type { AppState } from '../../../shared/state/index.ts';

// The first screen needs only this file: rules and texts of messages are loaded with the first message.

interface Strip {
  /** As long as the page lives. */
  readonly dismissed: readonly Issue['kind'][];
  /** `vmKey` of the VM whose SSH command was copied last; null: none was. */
  readonly copiedVm: string | null;
}

export const useStrip = create<Strip>(() => ({ dismissed: [], copiedVm: null }));

/** Whether `banners` may return any; false is certain. @param copied VM whose command was copied last; null: none was */
export function mayHaveMessages(
  { alerts, notice, keychain, environment, snapshots }: AppState,
  copied: string | null,
): boolean {
  return (
    alerts.length > 0 ||
    notice !== null ||
    copied !== null ||
    keychain !== 'available' ||
    !environment.isOnline ||
    !environment.hasTray ||
    Object.values(snapshots).some(({ vms, spend }) => (vms.problem ?? spend.problem) !== null)
  );
}
