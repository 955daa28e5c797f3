import { z } from 'zod';

// Bounds of an SSH login, shared by the requests and the settings file. Loaded by main and core only: zod must stay out of
// the panel's first screen.

/** Characters that end a line or a quoted word of ssh_config(5), or that hide what follows. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]/u;

/** Fedora's and RHEL's ssh load the library that such an identity names (RFC 7512). */
const LIBRARY = /^pkcs11:/i;

/** 1 to 65535. */
export const portSchema = z.number().int().min(1).max(65_535);

/** A login as the panel sends it and the settings file stores it; null leaves a field to ssh. */
export const sshLoginSchema = z.strictObject({
  user: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/)
    .nullable(),
  port: portSchema.nullable(),
  identityFile: z
    .string()
    .trim()
    .min(1)
    .max(1_024)
    .refine(
      // ssh expands `${…}` in paths, without an escape for it.
      (path) =>
        !UNSAFE.test(path) && !path.startsWith('-') && !path.includes('${') && !LIBRARY.test(path),
      'Enter the path of a key file.',
    )
    .nullable(),
});
