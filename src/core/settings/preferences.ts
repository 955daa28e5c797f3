import { z } from 'zod';
import {
  type Preferences,
  type PreferencesChange,
  preferencesFrom,
} from '../../shared/settings/preferences.ts';

/** The user's changes by name; read by `preferencesOf`. */
export const preferencesSchema = z.lazy(() =>
  z.record(z.string(), z.unknown()).optional().catch(undefined),
);

interface Stored {
  readonly preferences?: z.infer<typeof preferencesSchema>;
}

export function preferencesOf({ preferences }: Stored): Preferences {
  return preferencesFrom(preferences ?? {});
}

export function withPreferences<S extends Stored>(settings: S, change: PreferencesChange): S {
  return { ...settings, preferences: { ...settings.preferences, ...change } };
}

const quietHoursSchema = z.lazy(() => z.object({ isOn: z.literal(true) }));

/** They were on in an earlier version. */
export const hasQuietHours = ({ preferences }: Stored): boolean =>
  quietHoursSchema.safeParse(preferences?.['quietHours']).success;

export function withoutQuietHours<S extends Stored>(settings: S): S {
  const { quietHours, ...preferences } = settings.preferences ?? {};
  return { ...settings, preferences };
}
