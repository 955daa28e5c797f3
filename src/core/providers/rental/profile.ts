import { z } from 'zod';
import { VM_OPERATIONS } from '../../../shared/domain/service-profile.ts';
import { printable } from '../../../shared/format/index.ts';
import { tryJson } from '../../try-json.ts';
import { parseConsoleUrl, refuse } from '../http/base-url.ts';

// Facts that the service's document does not show. A profile is checked where it is typed and where it is used. Its paths are
// appended to the service URL, so that no credential goes elsewhere.

const MAX_BYTES = 16_384;

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** One part of a path. Unreserved characters only: an encoded or a double slash could mean another path, and so do `.` and `..`. */
const PART = String.raw`\/(?!\.{1,2}(?:\/|$))[\w.~-]+`;
const VM_PATH = new RegExp(`^(?:${PART})*\\/\\{vm_id\\}(?:${PART})*$`);

const MUST_BE_A_VM_PATH =
  'must be a path below the service URL with {vm_id} as one of its parts, such as "/vms/{vm_id}/stop"';

const text = (pattern: RegExp, message: string) =>
  z.string(message).max(300, message).regex(pattern, message);

function section<S extends z.ZodRawShape>(shape: S) {
  const keys = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code, keys: unknown }) =>
      code === 'unrecognized_keys' && Array.isArray(unknown)
        ? `has the unknown key "${String(unknown[0])}". Allowed: ${keys}`
        : `must be an object with the keys ${keys}`,
  });
}

const READ_PATH = new RegExp(`^(?:${PART})+$`);
const MUST_BE_A_PATH = 'must be a path below the service URL, such as "/billing/balance"';
/** RFC 6901. */
const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;
const MUST_BE_A_POINTER =
  'must be a JSON pointer to the amount, such as "/balance" or "/data/amount"';

const MUST_BE_A_CONSOLE =
  'must be a full https address without a user name, such as "https://console.example.com"';

export const profileSchema = z.lazy(() => {
  const operation = section({
    method: z.enum(METHODS, 'must be "POST", "PUT", "PATCH" or "DELETE"'),
    path: text(VM_PATH, MUST_BE_A_VM_PATH),
  });

  const path = text(READ_PATH, MUST_BE_A_PATH);
  const balance = section({ path, pointer: text(POINTER, MUST_BE_A_POINTER) });

  return section({
    consoleUrl: z
      .string(MUST_BE_A_CONSOLE)
      .max(2_000, MUST_BE_A_CONSOLE)
      .refine((text) => parseConsoleUrl(text) !== null, MUST_BE_A_CONSOLE)
      .optional(),
    operations: section(
      Object.fromEntries(VM_OPERATIONS.map((name) => [name, operation.optional()])),
    ).optional(),
    balance: balance.optional(),
    sshKeys: section({ path }).optional(),
  });
});

/** Parses a service profile (`docs/service-profile.md`). */
export function parseProfile(text: string) {
  if (Buffer.byteLength(text) > MAX_BYTES) return refuse('The profile is longer than 16 KiB.');
  const json = tryJson(text.replace(/^\ufeff/, ''));
  if (json === undefined)
    return refuse('The profile is not JSON. Check quotes, commas and braces.');
  const { success, data, error } = profileSchema.safeParse(json);
  if (success) return { ok: true, profile: data } as const;
  const [issue] = error.issues;
  const key = issue === undefined || issue.path.length === 0 ? 'The profile' : issue.path.join('.');
  return refuse(printable(`${key} ${issue?.message ?? 'is invalid'}.`));
}
