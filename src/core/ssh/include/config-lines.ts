/** A line of ssh_config(5) as ssh reads it. */
export interface ConfigLine {
  /** Lower-case; empty for blank lines and comments. */
  readonly keyword: string;
  readonly args: readonly string[];
}

/** Keyword, then white space and at most one `=`; the keyword may be quoted. */
const KEYWORD = /^[\s]*(?:"([^"]*)"|([^\s="#]+))[ \t]*(?:=[ \t]*)?/;

/** A bare word, with `\ ` for a space, or a quoted one, with `\"` and `\\`. */
const ARGUMENT = /"((?:\\["\\]|[^"])*)"|((?:\\[\s"'\\]|[^\s"#])+)|(#.*)/gy;

/** What comes after a quote that never ends, or after a `#`, is no argument. */
export function readLine(line: string): ConfigLine {
  const match = KEYWORD.exec(line);
  if (match === null) return { keyword: '', args: [] };
  const rest = line.slice(match[0].length);
  const args: string[] = [];
  let at = 0;
  while (at < rest.length) {
    if (/\s/.test(rest.charAt(at))) {
      at += 1;
      continue;
    }
    ARGUMENT.lastIndex = at;
    const [whole, quoted, bare] = ARGUMENT.exec(rest) ?? [];
    const word = quoted ?? bare;
    if (whole === undefined || word === undefined) break;
    args.push(word.replace(/\\([\s"'\\])/g, '$1'));
    at += whole.length;
  }
  return { keyword: (match[1] ?? match[2] ?? '').toLowerCase(), args };
}
