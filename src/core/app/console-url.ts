/** What a person typed as the address of their service's web console, checked, or null when it is none: https only. */
export function parseConsoleUrl(text: string): string | null {
  const typed = text.trim();
  if (!URL.canParse(typed)) return null;
  const url = new URL(typed);
  const isPlain = url.username === '' && url.password === '';
  return url.protocol === 'https:' && isPlain ? url.href : null;
}
