import type { AppAccount, KnownKeys } from '../../shared/accounts/index.ts';
import type { VmOperation } from '../../shared/domain/service-profile.ts';
import { type SettingsFile, withAccountFields } from '../settings/index.ts';

/** An answer that accepted an operation, a stop by the VM itself, or a reading that confirmed an operation. `isSent`: by this program, not by another client. */
export type Shown =
  | { readonly kind: 'accepted' | 'selfStopped' }
  | { readonly kind: 'confirmed'; readonly operation: VmOperation; readonly isSent: boolean };

/** Stores what an operation showed of an account. @param onLearned what is known then, before it is stored @throws FileError */
export async function learn(
  settings: Pick<SettingsFile, 'update'>,
  { id, keys }: Pick<AppAccount, 'id' | 'keys'>,
  shown: Shown,
  onLearned: (keys: KnownKeys) => void = () => {},
): Promise<void> {
  const isProof = shown.kind === 'confirmed' && shown.operation === 'stop' && shown.isSent;
  const [isNew, flags, learned] =
    shown.kind === 'accepted'
      ? ([keys.isUntried, { isUntried: false }, { tried: true }] as const)
      : shown.kind === 'selfStopped'
        ? ([!keys.stopsInside, { stopsInside: true }, { stopsInside: true }] as const)
        : ([isProof && keys.isUnproven, { isUnproven: false }, { proven: true }] as const);
  if (!isNew) return;
  onLearned({ ...keys, ...flags });
  await settings.update((current) => withAccountFields(current, id, learned));
}
