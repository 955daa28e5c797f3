import { z } from 'zod';
import { isSshUser, keyFileProblem } from '../app/preferences.ts';

// Bounds of an SSH login, shared by the requests and the settings file. Loaded by main and core only: zod must stay out of
// the panel's first screen.

/** 1 to 65535. */
export const portSchema = z.number().int().min(1).max(65_535);

/** A login as the settings file stores it; null leaves a field to ssh. */
export const sshLoginSchema = z.strictObject({
  user: z.string().refine(isSshUser).nullable(),
  port: portSchema.nullable(),
  identityFile: z
    .string()
    .trim()
    .min(1)
    .refine((path) => keyFileProblem(path) === null)
    .nullable(),
});

const { user, port, identityFile } = sshLoginSchema.shape;

/** The fields of a login that the panel changes: two fields may be changed before the first change is stored. */
export const loginChangeSchema = z.strictObject({
  user: user.exactOptional(),
  port: port.exactOptional(),
  identityFile: identityFile.exactOptional(),
});
