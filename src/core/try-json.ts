/** The parsed text; `undefined` instead of an error, which would quote the text. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
