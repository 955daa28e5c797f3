/** The parsed text; `undefined` instead of an error, which would quote the text. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const unitEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON in which what matches is written as `\u00e9`, a UTF-16 unit each: the same value to every parser. */
export const escapedJson = (json: string, pattern: RegExp): string =>
  json.replace(pattern, (text) => text.replace(/./gs, unitEscape));
