import { globSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseLine } from '../include/include-text.ts';
import { type Homes, userConfigPath } from './config-words.ts';

function textOf(path: string): string {
  try {
    // Reading a pipe would block.
    return statSync(path).isFile() ? readFileSync(path, 'latin1') : '';
  } catch {
    return '';
  }
}

/** The files that an Include names. ssh_config(5): relative paths are those in ~/.ssh. */
function includedFiles(pattern: string, accountHome: string): readonly string[] {
  const expanded = pattern.replace(/^~(?=\/)/, () => accountHome);
  return globSync(resolve(accountHome, '.ssh', expanded));
}

/** The names in the `Host` lines of the user's SSH config and its includes. A pattern such as `gpu-*` is for our hosts too. */
export function userAliases(homes: Homes): ReadonlySet<string> {
  const found = new Set<string>();
  const paths = new Set([userConfigPath(homes)]);
  // The loop also visits the paths that it adds.
  for (const path of paths)
    for (const line of textOf(path).split('\n')) {
      const { keyword, args } = parseLine(line.trimEnd());
      if (keyword === 'host') for (const name of args) found.add(name);
      if (keyword === 'include')
        for (const file of args.flatMap((arg) => includedFiles(arg, homes.accountHome)))
          paths.add(file);
    }
  return found;
}
