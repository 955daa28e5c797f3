import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { clipped, printable } from '../../shared/format/index.ts';
import type { SettingsFile } from './settings-file.ts';

const MAX_NAME = 40;

/** How people know this computer: its host name without the domain, which changes with the network. */
export function computerName(host = hostname()): string {
  const [name = ''] = printable(host).split('.');
  return clipped(name.trim(), MAX_NAME) || 'a computer';
}

/** Tells this computer from others of its name. Made once; where settings cannot be written, for this run only. */
export async function computerId(
  settings: Pick<SettingsFile, 'load' | 'update'>,
  newId: () => string = randomUUID,
): Promise<string> {
  const known = (await settings.load()).computerId;
  if (known !== undefined) return known;
  const id = newId();
  try {
    // Another process may have made one meanwhile.
    const written = await settings.update(({ computerId = id, ...current }) => ({
      ...current,
      computerId,
    }));
    return written.computerId ?? id;
  } catch {
    return id;
  }
}
