import type { AppAccount } from '../../shared/accounts/index.ts';
import type { VmOperation } from '../../shared/domain/service-profile.ts';
import { type SettingsFile, withAccountFields } from '../settings/index.ts';

type Flags = Pick<AppAccount, 'isKeyUntried' | 'isUnproven' | 'stopsInside'>;

/** An answer that accepted an operation, a stop by the VM itself, or a reading that confirmed an operation. `isSent`: by this program, not by another client. */
export type Shown =
  | { readonly kind: 'accepted' | 'selfStopped' }
  | { readonly kind: 'confirmed'; readonly operation: VmOperation; readonly isSent: boolean };

/** Stores what an operation showed of an account. @param onLearned the flags that changed, before they are stored @throws FileError */
export async function learn(
  settings: Pick<SettingsFile, 'update'>,
  account: Flags & { readonly id: string },
  shown: Shown,
  onLearned: (flags: Flags) => void = () => {},
): Promise<void> {
  const isProof = shown.kind === 'confirmed' && shown.operation === 'stop' && shown.isSent;
  const [isNew, flags, learned] =
    shown.kind === 'accepted'
      ? ([account.isKeyUntried, { isKeyUntried: false }, { tried: true }] as const)
      : shown.kind === 'selfStopped'
        ? ([!account.stopsInside, { stopsInside: true }, { stopsInside: true }] as const)
        : ([isProof && account.isUnproven, { isUnproven: false }, { proven: true }] as const);
  if (!isNew) return;
  onLearned(flags);
  await settings.update((current) => withAccountFields(current, account.id, learned));
}
