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
function named(name: unknown, text: string | null): string | null {
  const isField = typeof name === 'string' && /^[a-z]\w{0,40}$/.test(name);
  return text === null || !isField ? text : `${name}: ${text}`;
}

function textOfObject(detail: object, depth: number): string | null {
  const key = ['msg', 'message', 'detail'].find((name) => name in detail);
  if (key === undefined) {
    const fields = Object.entries(detail).slice(0, 20);
    return joined(fields.map(([name, value]) => named(name, asText(value, depth))));
  }
  const text = asText(Reflect.get(detail, key), depth);
  return 'loc' in detail && Array.isArray(detail.loc) ? named(detail.loc.at(-1), text) : text;
}

function joined(parts: readonly (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join('; ') || null;
}

function asText(detail: unknown, depth = 0): string | null {
  if (typeof detail === 'string') return detail;
  if (detail === null || detail === undefined || depth > MAX_DEPTH) return null;
  if (Array.isArray(detail))
    return joined(detail.slice(0, 20).map((part) => asText(part, depth + 1)));
  return typeof detail === 'object' ? textOfObject(detail, depth + 1) : String(detail);
}

/** `{error: {code, message, suggestion}}`, both sentences, or `{error: code, msg}`, where either may be all there is. */
function textOfError(body: Readonly<Record<string, unknown>>): string | null {
  const { message, suggestion } = fields(body['error']);
  const word = typeof body['error'] === 'string' ? body['error'] : null;
  const said = asText(message ?? body['msg'] ?? body['message'] ?? word);
  const further = asText(suggestion);
  if (said === null || further === null) return said ?? further;
  return `${said.replace(/[.\s]+$/, '')}. ${further}`;
}

/** `Validation failed: size: too small`, with the single failures that a problem document (RFC 9457) may list. */
function textOfBody(body: object): string | null {
  if (!('detail' in body)) return textOfError(fields(body));
  const detail = asText(body.detail);
  const errors = 'errors' in body && Array.isArray(body.errors) ? asText(body.errors) : null;
  if (detail === null || errors === null) return detail;
  return `${detail.replace(/[.\s]+$/, '')}: ${errors}`;
}

/** The `detail` or `error` of any type as one printable line of at most 300 characters, without echoed secrets; null without one. */
export function readDetail(body: unknown, secrets: readonly Secret[]): string | null {
  const text = typeof body === 'object' && body !== null ? textOfBody(body) : null;
  if (text === null) return null;
  // Before `printable` for secrets with invisible characters of their own, after it for secrets interrupted by such.
  const whole = withoutSecrets(text, secrets).slice(0, MAX_TEXT);
  const line = withoutCredentialLike(withoutSecrets(printable(whole), secrets));
  return line === '' ? null : bounded(line.toWellFormed(), MAX_DETAIL);
}
