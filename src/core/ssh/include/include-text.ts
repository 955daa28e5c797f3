import { posix } from 'node:path';
import type { IncludeState } from '../../../shared/ssh/index.ts';
import { configWord, linesOf, slashed, underHome } from '../config/config-words.ts';
import type { HostContext } from '../config/host-blocks.ts';

// ASCII only: the file is handled as bytes (latin1), so that every encoding survives.
const COMMENT =
  '# GPU Tray: short names for your VMs. Turn them off in its settings to remove both lines.';
const COMMENT_OF_NEW_FILE =
  '# GPU Tray created this file: short names for your VMs. Turn them off in its settings to remove it.';
const OUR_COMMENTS: readonly string[] = [COMMENT, COMMENT_OF_NEW_FILE];

/** A keyword, then white space and at most one `=`; the keyword may be quoted. */
const KEYWORD = /^\s*(?:"([^"]*)"|([^\s="#]+))[ \t]*(?:=[ \t]*)?/;
/** A bare word, with `\ ` for a space, or a quoted one, with `\"` and `\\`. Anything else, such as `#`, ends the arguments. */
const ARGUMENT = /\s*(?:"((?:\\["\\]|[^"])*)"|((?:\\[\s"'\\]|[^\s"#])+))/gy;

/** Parses a line of ssh_config(5). The keyword is lower-case, and empty for blank lines and comments. */
export function parseLine(line: string): { keyword: string; args: readonly string[] } {
  const match = KEYWORD.exec(line);
  if (match === null) return { keyword: '', args: [] };
  const args = [...line.slice(match[0].length).matchAll(ARGUMENT)].map(([, quoted, bare]) =>
    (quoted ?? bare ?? '').replace(/\\([\s"'\\])/g, '$1'),
  );
  return { keyword: (match[1] ?? match[2] ?? '').toLowerCase(), args };
}

export function includedFile({ folder, platform }: HostContext): string {
  return `${slashed(folder, platform)}/config`;
}

/** ssh reads an Include as a glob(7) pattern, and since OpenSSH 9.9 expands `%` and `${` in it: `?` matches them in all versions. */
function asPattern(path: string): string {
  return path.replace(/[[*?]/g, '[$&]').replace(/[%$]/g, '?');
}

/** The `Include` line for our config; null when its path has characters that no line can hold. */
export function includeLine(target: HostContext): string | null {
  // ssh expands `~` to the account's home, whatever $HOME says.
  const path = underHome(includedFile(target), target.accountHome, target.platform);
  const word = configWord(asPattern(path));
  return word === null ? null : `Include ${word}`;
}

/** Whether an argument of an Include names our config, however it is written. */
export function namesOurFile(argument: string, target: HostContext): boolean {
  const { platform } = target;
  const home = slashed(target.accountHome, platform);
  const expanded = argument.replace(/^~(?=\/)/, () => home);
  const isAbsolute = expanded.startsWith('/') || /^[A-Za-z]:\//.test(expanded);
  // ssh_config(5): relative paths are those in ~/.ssh.
  const path = posix.normalize(isAbsolute ? expanded : `${home}/.ssh/${expanded}`);
  const folded = (one: string) => (platform === 'win32' ? one.toLowerCase() : one);
  const file = includedFile(target);
  return [file, asPattern(file)].some((ours) => folded(ours) === folded(path));
}

/**
 * The place of our `Include`. `active`: before everything but other Includes. `notFirst`: further down, where a `Host` line makes it
 * conditional and any other wins over ours: below `StrictHostKeyChecking no`, no host key would be checked.
 * @param text the user's SSH config, as latin1
 */
export function includeState(text: string, target: HostContext): Exclude<IncludeState, 'unknown'> {
  let isFirst = true;
  let isPresent = false;
  for (const line of linesOf(text)) {
    // Fast path for long files: nothing else matters once something precedes our line.
    if (!isFirst && !/^\s*"?include\b/i.test(line)) continue;
    const { keyword, args } = parseLine(line.trimEnd());
    if (keyword === 'include') {
      if (!args.some((argument) => namesOurFile(argument, target))) continue;
      if (isFirst) return 'active';
      isPresent = true;
    } else if (keyword !== '') isFirst = false;
  }
  return isPresent ? 'notFirst' : 'absent';
}

/** The lines that `addInclude` adds. @param line `includeLine(target)` */
export function linesToAdd(line: string, isNewFile: boolean): readonly [string, string] {
  return [isNewFile ? COMMENT_OF_NEW_FILE : COMMENT, line];
}

/** Adds our Include at the very top, where nothing can make it conditional. @param text as latin1; null for no file */
export function addInclude(text: string | null, line: string): string {
  const ending = /^[^\n]*\r\n/.test(text ?? '') ? '\r\n' : '\n';
  const added = linesToAdd(line, text === null).map((one) => `${one}${ending}`);
  return `${added.join('')}${text ?? ''}`;
}

/**
 * Removes our comment and Include, or else the Includes of our file that the user pasted. @param text as latin1
 * @returns null when we created the file and nothing else is in it
 */
export function removeInclude(text: string, target: HostContext): string | null {
  const lines = linesOf(text);
  const isInclude = lines.map((line) => {
    const { keyword, args } = parseLine(line.trimEnd());
    return keyword === 'include' && args.length === 1 && namesOurFile(args[0] ?? '', target);
  });
  const isPair = lines.map(
    (line, at) => OUR_COMMENTS.includes(line.trimEnd()) && isInclude[at + 1] === true,
  );
  const isRemoved = isPair.includes(true)
    ? lines.map((_, at) => isPair[at] === true || isPair[at - 1] === true)
    : isInclude;
  const rest = lines.filter((_, at) => !isRemoved[at]).join('');
  const wasCreated = lines.some((line, at) => isPair[at] && line.startsWith(COMMENT_OF_NEW_FILE));
  return wasCreated && rest === '' ? null : rest;
}
