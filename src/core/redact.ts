import type { LogFields } from './log.ts';
import { REDACTED, type Secret, secretsInUse } from './secret.ts';
import { escapedJson } from './try-json.ts';

/**
 * A bearer header, a JWT, keys such as `sim_live_…` and `hf_…`, a password in a URL, and the values of `API_KEY=…` and `"token": "…"`:
 * after a colon only with a digit, since `password: too short` is no password. No pattern backtracks far: some MB of `eyJ-` would take hours.
 */
const CREDENTIAL_LIKE = [
  /\bbearer\s+\S+/gi,
  /\beyJ[\w.-]*/g,
  /\b[a-z]{2,20}_(?:live|test|secret)_\w*/gi,
  /\b(?:sk-|hf_|gh[opsu]_|github_pat_|glpat-|xox[a-z]-|rpa_|AKIA)[\w-]{12,}/g,
  /\bsecret_(?=[\w.-]{0,99}\d)[\w.-]{6,}/g,
  /(?<=:\/\/)[^\s/@]{1,200}(?=@)/g,
  /(?<=(?:key|token|secret|pass|passw(?:or)?d|pwd)["']? {0,2}= {0,2})(?:"[^"]{0,200}"?|'[^']{0,200}'?|[^\s"']\S*)/gi,
  /(?<=(?:key|token|secret|pass|passw(?:or)?d|pwd)["']? {0,2}: {0,3}["']?)(?=\D{0,100}\d)[^\s"']{6,}/gi,
];

const escaped = (value: string) => JSON.stringify(value).slice(1, -1);

/** A shorter text would be removed from words that contain it, and the gaps would reveal the text. */
const MIN_REDACTED = 6;

/** How a service may spell an echoed value: plain, in JSON, in ASCII JSON, as Python prints it, in a URL. */
function spellings(value: string): string[] {
  const json = escaped(value);
  const ascii = escapedJson(json, /[\u0080-\uffff]/g);
  const printed = json.replaceAll('\\"', '"');
  const url = encodeURIComponent(value.toWellFormed());
  // A request body quoted as text in a JSON response is escaped twice.
  const nested = [escaped(json), escaped(ascii)];
  return [value, json, ascii, ...nested, printed, printed.replaceAll("'", "\\'"), url];
}

/** A spelling in hex, and in base64 and base64url at the start of an encoded text. */
function encodings(spelling: string): string[] {
  const bytes = Buffer.from(spelling);
  const hex = bytes.toString('hex');
  // A last character with bits of the next byte depends on that byte.
  const base64 = bytes.toString('base64').slice(0, Math.floor((bytes.length * 8) / 6));
  const base64url = base64.replaceAll('+', '-').replaceAll('/', '_');
  return [hex, hex.toUpperCase(), base64, base64url].filter(({ length }) => length >= MIN_REDACTED);
}

/** The text without these values, however a service may have spelled or encoded them. */
export function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  const values = secrets.map((secret) => secret.reveal()).filter((value) => value !== '');
  const spelled = [...new Set(values.flatMap(spellings))];
  // Longest first: a secret within another one would leave the rest of that.
  return [...new Set([...spelled, ...spelled.flatMap(encodings)])]
    .toSorted((a, b) => b.length - a.length)
    .reduce((cleaned, form) => cleaned.replaceAll(form, REDACTED), text);
}

export function withoutCredentialLike(text: string): string {
  return CREDENTIAL_LIKE.reduce((cleaned, pattern) => cleaned.replaceAll(pattern, REDACTED), text);
}

/** The fields of a log line without the credentials of this process, and without texts that look like a credential. */
export function redactedFields(fields: LogFields): LogFields {
  const secrets = secretsInUse().filter((secret) => secret.reveal().length >= MIN_REDACTED);
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutCredentialLike(withoutSecrets(value, secrets)) : value,
  ]);
  return Object.fromEntries(entries);
}
