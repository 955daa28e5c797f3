import { printable } from '../../shared/format/index.ts';
import type { Secret } from '../secret.ts';
import { withoutCredentialLike, withoutSecrets } from './redaction.ts';

const MAX_DETAIL = 300;

/** What is looked at: far more than is shown, far less than a hostile answer can bring. */
const MAX_TEXT = 10_000;

/** At most `MAX_DETAIL` UTF-16 units, none of them half a character. */
function shortened(line: string): string {
  if (line.length <= MAX_DETAIL) return line.toWellFormed();
  const cut = line.slice(0, MAX_DETAIL - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.toWellFormed()}…`;
}

/** Nothing a service has to say lies deeper; a body can be nested until the stack ends. */
const DEEPEST = 4;

function asText(detail: unknown, depth = 0): string | null {
  if (typeof detail === 'string') return detail;
  if (detail === null || detail === undefined || depth > DEEPEST) return null;
  if (Array.isArray(detail)) {
    const parts = detail.slice(0, 20).map((part) => asText(part, depth + 1));
    return parts.filter((part) => part !== null).join('; ') || null;
  }
  if (typeof detail !== 'object') return String(detail);
  const words = ['msg', 'message', 'detail'].find((key) => key in detail);
  return asText(
    words === undefined ? Object.values(detail) : Reflect.get(detail, words),
    depth + 1,
  );
}

/**
 * The `detail` of an error answer as one printable line of at most 300 characters. The document says it is a string and
 * leaves 422 open, so any type is taken. A service can echo what we sent: `secrets` are cut out of it.
 */
export function readDetail(body: unknown, secrets: readonly Secret[]): string | null {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return null;
  const text = asText(body.detail);
  if (text === null) return null;
  // Once before the marks are taken out, which a secret may have itself, and once after, when they no longer part one.
  const whole = withoutSecrets(text, secrets).slice(0, MAX_TEXT);
  const line = withoutCredentialLike(withoutSecrets(printable(whole), secrets));
  return line === '' ? null : shortened(line);
}
