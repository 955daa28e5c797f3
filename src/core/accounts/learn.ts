import type { AppAccount } from '../../shared/accounts/index.ts';
import { type Settings, type SettingsFile, withAccountFields } from '../settings/index.ts';

/** A field of the account's record: an action was accepted, a stop by this program was confirmed by reading, or a VM stopped itself. */
export type Shown = 'tried' | 'proven' | 'stopsInside';

/** Stores what an operation showed of an account. @returns the new settings; null: it was known @throws FileError */
export async function learn(
  settings: Pick<SettingsFile, 'update'>,
  { id, keys }: Pick<AppAccount, 'id' | 'keys'>,
  shown: Shown,
): Promise<Settings | null> {
  const { isUntried, isUnproven, stopsInside } = keys;
  const isNew = { tried: isUntried, proven: isUnproven, stopsInside: !stopsInside }[shown];
  if (!isNew) return null;
  return settings.update((current) => withAccountFields(current, id, { [shown]: true }));
}
