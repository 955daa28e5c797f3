import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const RECORD = 'fpm-arguments.json';

/**
 * Writes a program that electron-builder takes for fpm, with which it makes Debian packages and which it would download: it
 * notes what it was asked for and leaves an empty package. Answers its path, for `CUSTOM_FPM_PATH`.
 */
export async function writeStandInFpm(folder: string): Promise<string> {
  const path = join(folder, 'fpm.cjs');
  const script = `#!${process.execPath}
const { writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
writeFileSync(${JSON.stringify(join(folder, RECORD))}, JSON.stringify(args));
writeFileSync(args[args.indexOf('--package') + 1], '');
`;
  await writeFile(path, script, { mode: 0o755 });
  return path;
}

/** What the stand-in in this folder was asked for: each option with its values. @throws when it was not called */
export async function fpmOptions(folder: string): Promise<(option: string) => readonly string[]> {
  const args = z.array(z.string()).parse(JSON.parse(await readFile(join(folder, RECORD), 'utf8')));
  return (option) => args.flatMap((arg, index) => (arg === option ? [args[index + 1] ?? ''] : []));
}
