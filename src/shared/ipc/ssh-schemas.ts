import { z } from 'zod';
import { isSshUser, keyFileProblem } from '../app/ssh-state.ts';

// Bounds of an SSH login, shared by the requests and the settings file. Loaded by main and core only: zod must stay out of
// the panel's first screen.

/** 1 to 65535. */
export const portSchema = z.number().int().min(1).max(65_535);

/** A login as the panel sends it and the settings file stores it; null leaves a field to ssh. */
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
