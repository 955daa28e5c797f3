import { globSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseLine } from '../include/include-text.ts';
import { realPath, userConfigPath } from './config-words.ts';
import type { HostContext } from './host-blocks.ts';

function textOf(path: string, ours: string): string {
  try {
    // Reading a pipe would block.
    if (!statSync(path).isFile() || realPath(path) === ours) return '';
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** The files that an Include names. ssh_config(5): relative paths are those in ~/.ssh. */
function includedFiles(pattern: string, accountHome: string): readonly string[] {
  const expanded = pattern.replace(/^~(?=\/)/, () => accountHome);
  return globSync(resolve(accountHome, '.ssh', expanded));
}

/** The names in the `Host` lines of the user's SSH config and its includes but ours. A pattern such as `gpu-*` is for our hosts too. */
export function userAliases(context: HostContext): ReadonlySet<string> {
  const ours = realPath(join(context.folder, 'config'));
  const found = new Set<string>();
  const paths = new Set([userConfigPath(context)]);
  // The loop also visits the paths that it adds.
  for (const path of paths)
    for (const line of textOf(path, ours).split('\n')) {
      const { keyword, args } = parseLine(line.trimEnd());
      if (keyword === 'host') for (const name of args) found.add(name);
      if (keyword === 'include')
        for (const file of args.flatMap((arg) => includedFiles(arg, context.accountHome)))
          paths.add(file);
    }
  return found;
}
