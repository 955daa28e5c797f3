import type { Secret } from '../secret.ts';

const REDACTED = '[redacted]';

/**
 * Things that look like credentials of anybody: a bearer header, a JWT or what is left of one. Neither pattern can be made
 * to look at the same text twice: an answer of some MB that is all `eyJ-` would keep the process busy for hours.
 */
const CREDENTIAL_LIKE = [/\bbearer\s+\S+/gi, /\beyJ[\w.-]*/g];

const escaped = (value: string) => JSON.stringify(value).slice(1, -1);

/** How a service may spell a value that it echoes: as it is, in JSON, in JSON of ASCII, as Python prints it, in a URL. */
function spellings(value: string): string[] {
  const json = escaped(value);
  const ascii = json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const printed = json.replaceAll('\\"', '"');
  const url = encodeURIComponent(value.toWellFormed());
  // A body that came as JSON text is text in the JSON of the answer.
  const nested = [escaped(json), escaped(ascii)];
  return [value, json, ascii, ...nested, printed, printed.replaceAll("'", "\\'"), url];
}

/** `text` with every secret cut out, however it is spelled. */
export function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  let cleaned = text;
  for (const secret of secrets) {
    const value = secret.reveal();
    if (value === '') continue;
    for (const spelling of spellings(value)) cleaned = cleaned.replaceAll(spelling, REDACTED);
  }
  return cleaned;
}

/** `text` with everything cut out that looks like a credential. */
export function withoutCredentialLike(text: string): string {
  let cleaned = text;
  for (const pattern of CREDENTIAL_LIKE) cleaned = cleaned.replaceAll(pattern, REDACTED);
  return cleaned;
}
