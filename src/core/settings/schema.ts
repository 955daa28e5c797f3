import { z } from 'zod';
import {
  type Preferences,
  type PreferencesChange,
  preferencesFrom,
} from '../../shared/app/index.ts';
import { portSchema, sshLoginSchema } from '../../shared/ipc/ssh-schemas.ts';
import { parseBaseUrl } from '../service/index.ts';

/** The form of the settings file. A change that an older GPU Tray would misread raises it and adds a migration. */
export const SETTINGS_VERSION = 1;

const NO_LOGIN = { user: null, port: null };

const { user, port, identityFile } = sshLoginSchema.shape;

/** An SSH login. An invalid field falls back to null on its own. */
const loginSchema = z.looseObject({
  user: user.catch(null),
  port: port.catch(null),
  identityFile: identityFile.optional().catch(null),
});

/** Strict about all that decides where a credential goes; how its VMs are logged in to, and its console, fall back alone. */
export const accountSchema = z.looseObject({
  id: z.uuid(),
  label: z.string(),
  baseUrl: z.string().refine((text) => parseBaseUrl(text).ok),
  credential: z.enum(['apiKey', 'login']),
  email: z.string().nullable(),
  /** A credential was put into the keychain. Not secret; it lets "no such item" mean "locked?" (keytar answers both alike). */
  hasCredential: z.boolean(),
  /** The service's web console, as the user set it; checked where it is opened. */
  consoleUrl: z.string().nullable().optional().catch(null),
  /** How to log in to its VMs, where that differs from the others. */
  ssh: loginSchema.optional().catch(undefined),
});

const vmSchema = loginSchema.extend({ forwardPort: portSchema.optional().catch(undefined) });

/** The login for all VMs, and what the user set for single VMs, by `vmKey`. */
export const sshSchema = loginSchema.extend({
  vms: z.record(z.string(), vmSchema.catch(NO_LOGIN)).optional().catch(undefined),
});

/** Everything goes by the id: the keychain's items, the locks, the watching. */
function haveOwnIds(accounts: readonly { readonly id: string }[]): boolean {
  return new Set(accounts.map(({ id }) => id)).size === accounts.length;
}

/**
 * Accounts are read strictly: a file in which one is broken counts as broken, and the backup takes its place. Preferences
 * fall back to their default one by one. Keys that this version does not know are kept.
 */
export const settingsSchema = z.looseObject({
  version: z.literal(SETTINGS_VERSION),
  accounts: z.array(accountSchema).refine(haveOwnIds),
  ssh: sshSchema.catch({ user: null, port: null }),
  /** What the user changed, by name; read by `preferencesOf`. */
  preferences: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

/** What the settings file says. No secret is in it. */
export type Settings = z.infer<typeof settingsSchema>;
/** An account as the file has it, with the marker that tells a locked keychain from an empty one. */
export type AccountSettings = z.infer<typeof accountSchema>;

/** Where there is no file yet, and none to mend. */
export const DEFAULT_SETTINGS: Settings = {
  version: SETTINGS_VERSION,
  accounts: [],
  ssh: { user: null, port: null },
};

/** The preferences: what the user set, and the defaults for the rest. */
export function preferencesOf({ preferences }: Settings): Preferences {
  return preferencesFrom(preferences ?? {});
}

/** The settings with changed preferences; everything else stays. */
export function withPreferences(settings: Settings, change: PreferencesChange): Settings {
  return { ...settings, preferences: { ...settings.preferences, ...change } };
}
