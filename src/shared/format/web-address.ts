/** A typed web address with its scheme: `example.com` → `https://example.com`. Empty stays empty. */
export function withScheme(text: string): string {
  const typed = text.trim();
  if (typed === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return typed;
  return `https://${typed.replace(/^\/+/, '')}`;
}
