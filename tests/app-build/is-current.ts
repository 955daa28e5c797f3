import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** When a file was last written, ms since 1970; null: it is not there. */
function writtenAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** The file itself, or every file below the folder; those of tests are in no bundle. */
function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/**
 * Whether everything built is there, and nothing that it is built from was written later.
 *
 * @param bundles files
 * @param sources files and folders
 */
export function isCurrent(bundles: readonly string[], sources: readonly string[]): boolean {
  const built = bundles.map(writtenAt);
  if (built.includes(null)) return false;
  const oldest = Math.min(...built.filter((time) => time !== null));
  return sources.flatMap(filesOf).every((path) => (writtenAt(path) ?? 0) <= oldest);
}
