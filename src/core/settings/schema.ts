import { z } from 'zod';
import { parseBaseUrl } from '../service/index.ts';

/** The form of the settings file. A change that an older GPU Tray would misread raises it and adds a migration. */
export const SETTINGS_VERSION = 1;

export const accountSchema = z.looseObject({
  id: z.uuid(),
  label: z.string(),
  baseUrl: z.string().refine((text) => parseBaseUrl(text).ok),
  credential: z.enum(['apiKey', 'login']),
  email: z.string().nullable(),
  /** A credential was put into the keychain. Not secret; it lets "no such item" mean "locked?" (keytar answers both alike). */
  hasCredential: z.boolean(),
});

/** SSH user and port: the service documents neither, so null leaves them to ssh and its configuration. */
export const sshSchema = z.looseObject({
  user: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/)
    .nullable()
    .catch(null),
  port: z.number().int().min(1).max(65_535).nullable().catch(null),
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
});

export type Settings = z.infer<typeof settingsSchema>;
export type AccountSettings = z.infer<typeof accountSchema>;

export const DEFAULT_SETTINGS: Settings = {
  version: SETTINGS_VERSION,
  accounts: [],
  ssh: { user: null, port: null },
};
