import type { AppAccount } from '../../shared/accounts/index.ts';
import type { VmOperation } from '../../shared/domain/service-profile.ts';
import { type SettingsFile, withAccountFields } from '../settings/index.ts';

/** An answer that accepted an operation, a stop by the VM itself, or a reading that confirmed an operation. `isSent`: by this program, not by another client. */
export type Shown =
  | { readonly kind: 'accepted' | 'selfStopped' }
  | { readonly kind: 'confirmed'; readonly operation: VmOperation; readonly isSent: boolean };

/** Stores what an operation showed of an account. @throws FileError */
export async function learn(
  settings: Pick<SettingsFile, 'update'>,
  { id, keys }: Pick<AppAccount, 'id' | 'keys'>,
  shown: Shown,
): Promise<void> {
  const isProof = shown.kind === 'confirmed' && shown.operation === 'stop' && shown.isSent;
  const [isNew, learned] =
    shown.kind === 'accepted'
      ? ([keys.isUntried, { tried: true }] as const)
      : shown.kind === 'selfStopped'
        ? ([!keys.stopsInside, { stopsInside: true }] as const)
        : ([isProof && keys.isUnproven, { proven: true }] as const);
  if (isNew) await settings.update((current) => withAccountFields(current, id, learned));
}
