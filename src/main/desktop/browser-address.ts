/**
 * The address as a browser may be given it: https, and without a name or password in it, which would say "trust me" about
 * another host. Null for anything else: schemes start programs.
 */
export function browserAddress(text: string): string | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return url.href;
}
