import { z } from 'zod';
import { preferenceSchemas } from '../../shared/ipc/contract.ts';
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
  /** The service's web console, as the user set it; checked where it is opened. */
  consoleUrl: z.string().nullable().optional().catch(null),
});

/** SSH user and port: the service documents neither, so null leaves them to ssh and its configuration. */
export const sshSchema = z.looseObject({
  user: preferenceSchemas.sshUser.catch(null),
  port: preferenceSchemas.sshPort.catch(null),
});

/** Everything goes by the id: the keychain's items, the locks, the watching. */
function haveOwnIds(accounts: readonly { readonly id: string }[]): boolean {
  return new Set(accounts.map(({ id }) => id)).size === accounts.length;
}

const {
  rateThreshold,
  notifyStatusChanges,
  idleSeconds,
  currency,
  theme,
  trayTone,
  hideAmounts,
  autostart,
} = preferenceSchemas;

/** Only what the user changed is there; the defaults stand in `shared/app`. */
const preferencesSchema = z.looseObject({
  rateThreshold: rateThreshold.optional().catch(undefined),
  notifyStatusChanges: notifyStatusChanges.optional().catch(undefined),
  idleSeconds: idleSeconds.optional().catch(undefined),
  currency: currency.optional().catch(undefined),
  theme: theme.optional().catch(undefined),
  trayTone: trayTone.optional().catch(undefined),
  hideAmounts: hideAmounts.optional().catch(undefined),
  autostart: autostart.optional().catch(undefined),
});

/**
 * Accounts are read strictly: a file in which one is broken counts as broken, and the backup takes its place. Preferences
 * fall back to their default one by one. Keys that this version does not know are kept.
 */
export const settingsSchema = z.looseObject({
  version: z.literal(SETTINGS_VERSION),
  accounts: z.array(accountSchema).refine(haveOwnIds),
  ssh: sshSchema.catch({ user: null, port: null }),
  preferences: preferencesSchema.optional().catch(undefined),
});

export type Settings = z.infer<typeof settingsSchema>;
export type AccountSettings = z.infer<typeof accountSchema>;

export const DEFAULT_SETTINGS: Settings = {
  version: SETTINGS_VERSION,
  accounts: [],
  ssh: { user: null, port: null },
};
