/** A typed web address with its scheme: `example.com` → `https://example.com`. Empty stays empty. */
export function withScheme(text: string): string {
  const typed = text.trim();
  if (typed === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return typed;
  return `https://${typed.replace(/^\/+/, '')}`;
}

/** Node and browsers have it alike; the types here are of neither. */
declare const URL: { readonly parse: (text: string) => { readonly href: string } | null };

/** A typed service URL as it is stored and compared: `Example.com/v1/` → `https://example.com/v1`. Other text only gets a scheme. */
export function serviceUrl(text: string): string {
  const typed = withScheme(text);
  return URL.parse(typed)?.href.replace(/[/?#]+$/, '') ?? typed;
}
