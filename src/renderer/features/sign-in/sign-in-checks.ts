/** What can be said about a base URL before asking main, which decides; null: nothing against it. */
export function checkBaseUrl(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return 'Enter the address of the service, such as https://api.example.com.';
  const url = URL.parse(trimmed);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb ? null : 'This is no web address; it begins with https://.';
}

/** Null: nothing against it. The service says what an address is; here only a slip is caught. */
export function checkEmail(text: string): string | null {
  return /^\S+@\S+$/.test(text.trim()) ? null : 'Enter an email address, such as lea@example.com.';
}

/** @param name what it is called in the sentence */
export function checkCredential(text: string, name: 'API key' | 'password'): string | null {
  return text === '' ? `Enter the ${name}.` : null;
}
