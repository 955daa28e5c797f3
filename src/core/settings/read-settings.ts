import { z } from 'zod';
import { SETTINGS_VERSION, type Settings, settingsSchema } from './schema.ts';

/** What a settings text turned out to be. */
export type SettingsReading =
  | { readonly kind: 'good'; readonly settings: Settings }
  /** Written by a newer GPU Tray; understood as far as possible, and never written back. */
  | { readonly kind: 'newer'; readonly settings: Settings }
  | { readonly kind: 'broken' };

const versioned = z.looseObject({ version: z.number().int() });

/** Reads the text of a settings file. Never throws: the file may hold anything. */
export function readSettings(text: string): SettingsReading {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: 'broken' };
  }
  const head = versioned.safeParse(json);
  if (!head.success) return { kind: 'broken' };
  const isNewer = head.data.version > SETTINGS_VERSION;
  const result = settingsSchema.safeParse({ ...head.data, version: SETTINGS_VERSION });
  if (!result.success || head.data.version < 1) return { kind: 'broken' };
  return { kind: isNewer ? 'newer' : 'good', settings: result.data };
}
