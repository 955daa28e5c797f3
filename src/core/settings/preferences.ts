import { z } from 'zod';
import { serviceUrl } from '../../shared/format/index.ts';
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
  const read = preferencesFrom(preferences ?? {});
  // Earlier versions stored the service URL as typed.
  const priceWatches = read.priceWatches.map((watch) => ({
    ...watch,
    baseUrl: serviceUrl(watch.baseUrl),
  }));
  return { ...read, priceWatches };
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
