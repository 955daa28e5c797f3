import type { LogFields } from './log.ts';
import { REDACTED, type Secret, secretsInUse } from './secret.ts';

/**
 * Anything that looks like a credential: a bearer header, a JWT or a part of one. Neither pattern can match the same text
 * twice: some MB of `eyJ-` would otherwise keep the process busy for hours.
 */
const CREDENTIAL_LIKE = [/\bbearer\s+\S+/gi, /\beyJ[\w.-]*/g];

const escaped = (value: string) => JSON.stringify(value).slice(1, -1);

/** How a service may spell a value that it echoes: plain, in JSON, in ASCII JSON, as Python prints it, in a URL. */
function spellings(value: string): string[] {
  const json = escaped(value);
  const ascii = json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const printed = json.replaceAll('\\"', '"');
  const url = encodeURIComponent(value.toWellFormed());
  // A request body quoted as text in a JSON response is escaped twice.
  const nested = [escaped(json), escaped(ascii)];
  return [value, json, ascii, ...nested, printed, printed.replaceAll("'", "\\'"), url];
}

/** The text without these values, however a service may have spelled them. */
export function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  const values = secrets.map((secret) => secret.reveal()).filter((value) => value !== '');
  // Longest first: a secret within another one would leave the rest of that.
  return values
    .flatMap(spellings)
    .toSorted((a, b) => b.length - a.length)
    .reduce((cleaned, spelling) => cleaned.replaceAll(spelling, REDACTED), text);
}

export function withoutCredentialLike(text: string): string {
  return CREDENTIAL_LIKE.reduce((cleaned, pattern) => cleaned.replaceAll(pattern, REDACTED), text);
}

/** A shorter password would be removed from words that contain it, and so be told by its gaps. */
const MIN_REDACTED = 6;

/** The fields of a log line without the credentials that this process holds, and without what looks like one. */
export function redactedFields(fields: LogFields): LogFields {
  const secrets = secretsInUse().filter((secret) => secret.reveal().length >= MIN_REDACTED);
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutCredentialLike(withoutSecrets(value, secrets)) : value,
  ]);
  return Object.fromEntries(entries);
}
