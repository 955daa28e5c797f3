import { readLine } from './config-lines.ts';
import { type IncludeTarget, meansOurFile } from './include-line.ts';

/**
 * What the user's configuration says of ours: nothing; an Include that comes before everything but other Includes; or one further
 * down. There a `Host` or `Match` line makes it conditional in silence, and any other line wins over ours, since ssh takes
 * the first value it meets: with `StrictHostKeyChecking no` above it, no host key would be looked at.
 */
export type IncludeState = 'absent' | 'active' | 'notFirst';

/** The comment above our line. They are ASCII, and the file is treated as bytes (latin1): nothing in it is encoded anew. */
const COMMENT =
  '# GPU Tray: the VMs you rent, by name. Its settings take these two lines out again.';
/** The same, where there was no file: it goes again with the lines, unless something else was written into it. */
const COMMENT_OF_NEW_FILE =
  '# GPU Tray made this file: the VMs you rent, by name. Its settings take it away again.';

interface Piece {
  /** Without its line ending, and without white space at its end. */
  readonly text: string;
  /** Where the line begins, and where the next one does. */
  readonly start: number;
  readonly end: number;
}

function* lines(text: string): Generator<Piece> {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline + 1;
    yield { text: text.slice(start, end).trimEnd(), start, end };
    start = end;
  }
}

/** An Include of our file and nothing else. */
function isOurs(line: string, target: IncludeTarget): boolean {
  const { keyword, args } = readLine(line);
  const [first, ...others] = args;
  return (
    keyword === 'include' &&
    first !== undefined &&
    others.length === 0 &&
    meansOurFile(first, target)
  );
}

/** @param text the user's configuration, as latin1 */
export function includeState(text: string, target: IncludeTarget): IncludeState {
  let isFirst = true;
  let isThere = false;
  for (const { text: line } of lines(text)) {
    // Most lines of a long file tell nothing more.
    if (!isFirst && !/^\s*"?include\b/i.test(line)) continue;
    const { keyword, args } = readLine(line);
    if (keyword === 'include') {
      if (!args.some((argument) => meansOurFile(argument, target))) continue;
      if (isFirst) return 'active';
      isThere = true;
    } else if (keyword !== '') isFirst = false;
  }
  return isThere ? 'notFirst' : 'absent';
}

/** The line ending of the file: that of its first line. */
function lineEnding(text: string): string {
  return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
}

/** What `addInclude` puts in front, line by line. @param line `includeLine(target)` */
export function linesToAdd(line: string, isNewFile: boolean): readonly [string, string] {
  return [isNewFile ? COMMENT_OF_NEW_FILE : COMMENT, line];
}

/**
 * The configuration with our Include at its very top, before which nothing can make it conditional.
 * @param text as latin1; null when there is no file
 */
export function addInclude(text: string | null, line: string): string {
  const ending = lineEnding(text ?? '');
  const added = linesToAdd(line, text === null).map((one) => `${one}${ending}`);
  return `${added.join('')}${text ?? ''}`;
}

/** Our two lines, where they stand together; otherwise Includes of our file that the user has put there. */
function rangesToRemove(text: string, target: IncludeTarget): readonly (readonly [Piece, Piece])[] {
  const all = [...lines(text)];
  const isIncludeAt = (index: number) => isOurs(all[index]?.text ?? '', target);
  const pairs = all.flatMap((piece, index): [Piece, Piece][] => {
    const next = all[index + 1];
    const isMarked = piece.text === COMMENT || piece.text === COMMENT_OF_NEW_FILE;
    return isMarked && next !== undefined && isIncludeAt(index + 1) ? [[piece, next]] : [];
  });
  if (pairs.length > 0) return pairs;
  return all.filter((_, index) => isIncludeAt(index)).map((piece) => [piece, piece] as const);
}

/**
 * The configuration without our Include, every other byte as it was; null when the file was ours alone and is to go.
 * @param text as latin1
 */
export function removeInclude(text: string, target: IncludeTarget): string | null {
  let rest = '';
  let at = 0;
  let wasMade = false;
  for (const [first, last] of rangesToRemove(text, target)) {
    rest += text.slice(at, first.start);
    at = last.end;
    wasMade ||= first.text === COMMENT_OF_NEW_FILE;
  }
  rest += text.slice(at);
  return wasMade && rest === '' ? null : rest;
}
