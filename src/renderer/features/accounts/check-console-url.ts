/** Null: nothing against it. Empty takes the link away. */
export function checkConsoleUrl(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || URL.parse(trimmed)?.protocol === 'https:') return null;
  return 'Enter an address that begins with https://, or nothing.';
}
