import { z } from 'zod';
import { sshOptionProblem, TEMPLATES } from '../domain/index.ts';

// What may be said of a login, in a request and in the settings file alike. Only main and core load this file: zod has no
// place in the panel's first screen.

/** Characters that end a line or a quoted word of ssh_config(5), or hide what it says. */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]/u;

/** To some distributions' ssh an identity that names a library to load (RFC 7512): an option, which is asked about. */
const LIBRARY = /^pkcs11:/i;

/** A further line of ssh_config(5) for the VMs' blocks: `Keyword value`. */
export const sshOption = z
  .string()
  .trim()
  .superRefine((line, context) => {
    const message = sshOptionProblem(line);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** A login as the panel may set it and the settings may hold it; null leaves a field to ssh. */
export const sshLoginSchema = z.strictObject({
  user: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/)
    .nullable(),
  port: z.number().int().min(1).max(65_535).nullable(),
  identityFile: z
    .string()
    .trim()
    .min(1)
    .max(1_024)
    .refine(
      // ssh expands `${…}` in paths, and has no escape for it.
      (path) =>
        !HARMFUL.test(path) && !path.startsWith('-') && !path.includes('${') && !LIBRARY.test(path),
      'This is not the path of a key file.',
    )
    .nullable(),
  options: z.array(sshOption).max(32),
});

export const templateSchema = z.literal(TEMPLATES);
