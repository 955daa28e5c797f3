import { printable } from '../../../shared/format/index.ts';
import { withoutCredentialLike, withoutSecrets } from '../../redact.ts';
import type { Secret } from '../../secret.ts';
import { bounded, fields } from './read.ts';

const MAX_DETAIL = 300;

/** Bounds the work on a hostile response. */
const MAX_TEXT = 10_000;

/** A body can be nested until the stack overflows. */
const MAX_DEPTH = 4;

/** `storage_gb: too small`, where the name may be that of a field. */
function named(name: unknown, text: string): string {
  const isField = typeof name === 'string' && /^[a-z]\w{0,40}$/.test(name);
  return isField && text !== '' ? `${name}: ${text}` : text;
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join('; ');

/** Empty: there is none. */
function asText(detail: unknown, depth = 0): string {
  if (typeof detail !== 'object' || detail === null) return String(detail ?? '');
  if (depth > MAX_DEPTH) return '';
  const inner = (value: unknown) => asText(value, depth + 1);
  if (Array.isArray(detail)) return joined(detail.slice(0, 20).map(inner));
  const { loc, ...sent } = fields(detail);
  const key = ['msg', 'message', 'detail'].find((name) => name in sent);
  if (key !== undefined) return named(Array.isArray(loc) ? loc.at(-1) : null, inner(sent[key]));
  const parts = Object.entries(fields(detail)).slice(0, 20);
  return joined(parts.map(([name, value]) => named(name, inner(value))));
}

/** Both texts, the first without its own period before `by`. An empty one: the other alone. */
const followed = (start: string, by: '.' | ':', end: string) =>
  start === '' || end === '' ? start || end : `${start.replace(/[.\s]+$/, '')}${by} ${end}`;

/** `{error: {code, message, suggestion}}`, both sentences, or `{error: code, msg}`, where either may be all there is. */
function textOfError({ error, msg, message: own }: Readonly<Record<string, unknown>>): string {
  const { message, suggestion } = fields(error);
  const word = typeof error === 'string' ? error : null;
  return followed(asText(message ?? msg ?? own ?? word), '.', asText(suggestion));
}

/** `Validation failed: size: too small`, with the single failures that a problem document (RFC 9457) may list. */
function textOfBody(body: Readonly<Record<string, unknown>>): string {
  if (!('detail' in body)) return textOfError(body);
  const errors = Array.isArray(body['errors']) ? asText(body['errors']) : '';
  return followed(asText(body['detail']), ':', errors);
}

/** The `detail` or `error` of any type as one printable line of at most 300 characters, without echoed secrets; null without one. */
export function readDetail(body: unknown, secrets: readonly Secret[]): string | null {
  const text = textOfBody(fields(body));
  // Before `printable` for secrets with invisible characters of their own, after it for secrets interrupted by such.
  const whole = withoutSecrets(text, secrets).slice(0, MAX_TEXT);
  const line = withoutCredentialLike(withoutSecrets(printable(whole), secrets));
  return line === '' ? null : bounded(line.toWellFormed(), MAX_DETAIL);
}
