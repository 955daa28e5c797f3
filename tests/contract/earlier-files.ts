import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './fixtures.ts';

/** The files of an earlier version. `at`: when they were written, ms since the epoch. */
export interface EarlierFiles {
  readonly version: string;
  readonly at: number;
}

/** A text that an earlier version wrote, as if it had run a moment ago. */
export async function earlierText({ version, at }: EarlierFiles, name: string): Promise<string> {
  const passed = Date.now() - at;
  const text = await readFile(join(import.meta.dirname, `written-by-${version}`, name), 'utf8');
  return text.replaceAll(/\b1795\d{9}\b/g, (found) => String(Number(found) + passed));
}

/** The folder of a user who starts this version a moment after that run. */
export async function folderOf(files: EarlierFiles, names: readonly string[]): Promise<string> {
  const folder = await temporaryFolder();
  for (const name of names) await writeFile(join(folder, name), await earlierText(files, name));
  return folder;
}
