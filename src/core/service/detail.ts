import type { Secret } from '../secret.ts';

const LONGEST_DETAIL = 300;

/** Things that look like credentials of anybody: a bearer header, a JWT. */
const CREDENTIAL_LIKE = [/\bbearer\s+\S+/gi, /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g];

function withoutCredentials(text: string, secrets: readonly Secret[]): string {
  let cleaned = text;
  for (const secret of secrets) {
    const value = secret.reveal();
    if (value === '') continue;
    const escaped = JSON.stringify(value).slice(1, -1);
    cleaned = cleaned.replaceAll(value, '[redacted]').replaceAll(escaped, '[redacted]');
  }
  for (const pattern of CREDENTIAL_LIKE) cleaned = cleaned.replaceAll(pattern, '[redacted]');
  return cleaned;
}

/** Control characters, line breaks and the marks that turn text around become spaces or nothing. */
function printable(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();
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
  const line = printable(withoutCredentials(text, secrets));
  if (line === '') return null;
  return line.length > LONGEST_DETAIL ? `${line.slice(0, LONGEST_DETAIL - 1)}…` : line;
}

const AMOUNT = String.raw`[^\d-]{0,4}(-?\d+(?:\.\d+)?)`;
const INSUFFICIENT = new RegExp(
  `^Insufficient balance\\.(?:\\s*Required:\\s*${AMOUNT},\\s*Available:\\s*${AMOUNT})?`,
  'i',
);

/** Reads the one message whose form is documented: `Insufficient balance. Required: <amount>, Available: <amount>`. */
export function readInsufficientBalance(
  detail: string | null,
): { required: number | null; available: number | null } | null {
  const match = detail === null ? null : INSUFFICIENT.exec(detail);
  if (!match) return null;
  const amount = (text: string | undefined) => (text === undefined ? null : Number(text));
  return { required: amount(match[1]), available: amount(match[2]) };
}
