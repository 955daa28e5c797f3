import type { AppAccount } from '../../shared/accounts/index.ts';
import type { VmOperation } from '../../shared/domain/service-profile.ts';
import { type SettingsFile, withLearned } from '../settings/index.ts';

type Flags = Pick<AppAccount, 'isKeyUntried' | 'isUnproven'>;

/** An answer that accepted an operation, or a reading that confirmed the operation. `isSent`: by this program, not by another client. */
export type Shown =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'confirmed'; readonly operation: VmOperation; readonly isSent: boolean };

/**
 * Stores what an operation showed of an account: its key was accepted, or one of our stops ended well.
 * @param onLearned the flags that no longer hold, before they are stored @throws SettingsError
 */
export async function learn(
  settings: Pick<SettingsFile, 'update'>,
  account: Flags & { readonly id: string },
  shown: Shown,
  onLearned: (flags: Flags) => void = () => {},
): Promise<void> {
  const isProof = shown.kind === 'confirmed' && shown.operation === 'stop' && shown.isSent;
  if (shown.kind === 'accepted' ? !account.isKeyUntried : !isProof || !account.isUnproven) return;
  onLearned(isProof ? { isUnproven: false } : { isKeyUntried: false });
  const learned = isProof ? { proven: true } : { tried: true };
  await settings.update((current) => withLearned(current, account.id, learned));
}
