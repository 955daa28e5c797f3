import { globSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { realPath, userConfigPath } from './config-words.ts';
import type { HostContext } from './host-blocks.ts';

/** The keyword, which may be quoted, then white space and at most one `=`. Only these lines: parsing each of a file of 16 MB would take seconds. */
const LINES =
  /^[^\S\n]*(?:"(host|include)"|(host|include)(?=[\s="]))[^\S\n]*(?:=[^\S\n]*)?([^\n]*)/gim;
/** A bare word, with `\ ` for a space, or a quoted one, with `\"` and `\\`. Anything else, such as `#`, ends the arguments. */
const ARGUMENT = /\s*(?:"((?:\\["\\]|[^"])*)"|((?:\\[\s"'\\]|[^\s"#])+))/gy;

/** The arguments of a line of ssh_config(5). @param text after the keyword */
const argumentsIn = (text: string): readonly string[] =>
  [...text.matchAll(ARGUMENT)].map(([, quoted, bare]) =>
    (quoted ?? bare ?? '').replace(/\\([\s"'\\])/g, '$1'),
  );

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
  const ours = realPath(context.configFile);
  const found = new Set<string>();
  const paths = new Set([userConfigPath(context)]);
  // The loop also visits the paths that it adds.
  for (const path of paths)
    for (const [, quoted, keyword = quoted, rest = ''] of textOf(path, ours).matchAll(LINES)) {
      const args = argumentsIn(rest.trimEnd());
      if (keyword?.toLowerCase() === 'host') for (const name of args) found.add(name);
      else
        for (const file of args.flatMap((arg) => includedFiles(arg, context.accountHome)))
          paths.add(file);
    }
  return found;
}
