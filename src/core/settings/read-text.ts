import { readFile } from 'node:fs/promises';
import { SettingsError } from './settings-error.ts';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** The file's text, or null when there is none. @throws SettingsError `unreadable` */
export async function readTextOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw new SettingsError('unreadable', path, error);
  }
}
