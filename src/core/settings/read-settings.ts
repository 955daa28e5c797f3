import { z } from 'zod';
import {
  accountSchema,
  DEFAULT_SETTINGS,
  SETTINGS_VERSION,
  type Settings,
  settingsSchema,
  sshSchema,
} from './schema.ts';

/** What a settings text turned out to be. */
export type SettingsReading =
  | { readonly kind: 'good'; readonly settings: Settings }
  /** Written by a newer GPU Tray; understood as far as possible, and never written back. */
  | { readonly kind: 'newer'; readonly settings: Settings }
  | { readonly kind: 'broken' };

const versioned = z.looseObject({ version: z.number().int().min(1) });

/** A newer version may have any form: what has ours is taken, what has not is no damage. */
const newerSchema = z.object({
  accounts: z.array(accountSchema.nullable().catch(null)).catch([]),
  ssh: sshSchema.catch(DEFAULT_SETTINGS.ssh),
  preferences: settingsSchema.shape.preferences,
});

function readNewer(json: unknown): Settings {
  const { accounts, ...others } = newerSchema.parse(json);
  const read = accounts.filter((account) => account !== null);
  const first = read.filter(
    ({ id }, index) => read.findIndex((other) => other.id === id) === index,
  );
  return { version: SETTINGS_VERSION, accounts: first, ...others };
}

/** Reads the text of a settings file. Never throws: the file may hold anything. */
export function readSettings(text: string): SettingsReading {
  let json: unknown;
  try {
    // Editors of Windows put a byte order mark in front.
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { kind: 'broken' };
  }
  const head = versioned.safeParse(json);
  if (!head.success) return { kind: 'broken' };
  if (head.data.version > SETTINGS_VERSION)
    return { kind: 'newer', settings: readNewer(head.data) };
  const result = settingsSchema.safeParse(head.data);
  return result.success ? { kind: 'good', settings: result.data } : { kind: 'broken' };
}
