import { CredentialError } from '../../core/accounts/index.ts';
import { RefusalError } from '../../core/app/index.ts';
import { LockTimeout, LockUnavailable } from '../../core/files/index.ts';
import { ServiceError } from '../../core/service/index.ts';
import { SettingsError } from '../../core/settings/index.ts';
import { UnusableSshFolder } from '../../core/ssh/index.ts';
import { KeychainError } from '../../core/vault/index.ts';
import { describeProblem } from '../../shared/domain/index.ts';
import type { Refusal } from '../../shared/ipc/index.ts';

/** For what nobody foresaw: its details are in the log, where they belong. */
export const DEFECT_REFUSAL: Refusal = {
  kind: 'defect',
  message: 'Something went wrong inside GPU Tray.',
  action: 'Try again; if it stays so, restart GPU Tray.',
};

/** The words for an error that belongs to the application's life; null for a defect. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof RefusalError) return error.refusal;
  if (error instanceof ServiceError || error instanceof CredentialError) {
    const { message, action } = describeProblem(error.problem);
    return { kind: error.problem.kind, message, action };
  }
  if (error instanceof KeychainError)
    return { kind: error.kind, message: error.message, action: error.action };
  if (error instanceof SettingsError)
    return { kind: error.kind, message: error.message, action: 'Then try again.' };
  // Both messages say what to do.
  if (error instanceof LockTimeout) return { kind: 'busy', message: error.message, action: '' };
  if (error instanceof LockUnavailable)
    return { kind: 'unwritable', message: error.message, action: 'Then try again.' };
  if (error instanceof UnusableSshFolder)
    return { kind: 'sshFolder', message: error.message, action: 'Then start it again.' };
  return null;
}
