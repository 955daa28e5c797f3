import { z } from 'zod';
import {
  accountSchema,
  DEFAULT_SETTINGS,
  SETTINGS_VERSION,
  type Settings,
  settingsSchema,
  sshSchema,
} from './schema.ts';

/** What a settings text turned out to be. `dropped`: the removed options it still had, such as `ssh.options`. */
export type SettingsReading =
  | { readonly kind: 'good'; readonly settings: Settings; readonly dropped: readonly string[] }
  /** Written by a newer GPU Tray; understood as far as possible, and never written back. */
  | { readonly kind: 'newer'; readonly settings: Settings; readonly dropped: readonly string[] }
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

const record = z.record(z.string(), z.unknown());

/** Deletes options that earlier versions had from a parsed file. @returns their names */
function dropRemovedOptions(file: Readonly<Record<string, unknown>>): readonly string[] {
  const dropped = new Set<string>();
  const dropFrom = (login: unknown, names: readonly string[]) => {
    if (typeof login !== 'object' || login === null) return;
    for (const name of names)
      if (Object.hasOwn(login, name) && Reflect.deleteProperty(login, name))
        dropped.add(`ssh.${name}`);
  };
  dropFrom(file['ssh'], ['options', 'templates', 'vmTemplates']);
  for (const account of Array.isArray(file['accounts']) ? file['accounts'] : [])
    dropFrom(record.safeParse(account).data?.['ssh'], ['options']);
  return [...dropped];
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
  const dropped = dropRemovedOptions(head.data);
  if (head.data.version > SETTINGS_VERSION)
    return { kind: 'newer', settings: readNewer(head.data), dropped };
  const result = settingsSchema.safeParse(head.data);
  return result.success ? { kind: 'good', settings: result.data, dropped } : { kind: 'broken' };
}
