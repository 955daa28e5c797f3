import { configWord, linesOf, slashed, underHome } from '../config/config-words.ts';
import type { HostContext } from '../config/host-blocks.ts';

// ASCII only: the file is handled as bytes (latin1), so that every encoding survives.
const COMMENT =
  '# GPU Tray: short names for your VMs. Turn them off in its settings to remove both lines.';
const COMMENT_OF_NEW_FILE =
  '# GPU Tray created this file: short names for your VMs. Turn them off in its settings to remove it.';
const OUR_COMMENTS: readonly string[] = [COMMENT, COMMENT_OF_NEW_FILE];

/** ssh reads an Include as a glob(7) pattern, and since OpenSSH 9.9 expands `%` and `${` in it: `?` matches them in all versions. */
function asPattern(path: string): string {
  return path.replace(/[[*?]/g, '[$&]').replace(/[%$]/g, '?');
}

/** The `Include` line for our config; null when its path has characters that no line can hold. */
export function includeLine({ configFile, accountHome, platform }: HostContext): string | null {
  // ssh expands `~` to the account's home, whatever $HOME says.
  const path = underHome(slashed(configFile, platform), accountHome, platform);
  const word = configWord(asPattern(path));
  return word === null ? null : `Include ${word}`;
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

/** Removes our comment and Include, or else the Includes that the user pasted. @param text as latin1 @returns null when we created the file and nothing else is in it */
export function removeInclude(text: string, line: string): string | null {
  const lines = linesOf(text);
  const isOurs = (at: number) => lines[at]?.trim() === line;
  const isComment = (at: number) =>
    OUR_COMMENTS.includes(lines[at]?.trimEnd() ?? '') && isOurs(at + 1);
  const pairs = lines.filter((_, at) => isComment(at));
  const isRemoved = (at: number) => (pairs.length > 0 ? isComment(at - 1) : isOurs(at));
  const rest = lines.filter((_, at) => !isRemoved(at) && !isComment(at)).join('');
  const wasCreated = pairs.some((comment) => comment.startsWith(COMMENT_OF_NEW_FILE));
  return wasCreated && rest === '' ? null : rest;
}
