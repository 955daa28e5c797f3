import { z } from 'zod';
import { isKeyFile, isSshUser } from '../settings/preference-values.ts';

// Bounds of an SSH login, shared by the requests and the settings file. Loaded by main and core only: zod must stay out of
// the panel's first screen. Built when they are used first, as in the settings.

export const portSchema = z.lazy(() => z.number().int().min(1).max(65_535));

/** The fields of a login as the settings file stores it; null leaves a field to ssh. */
export const sshLoginFields = {
  user: z.lazy(() => z.string().refine(isSshUser).nullable()),
  port: z.lazy(() => portSchema.nullable()),
  identityFile: z.lazy(() => z.string().trim().min(1).refine(isKeyFile).nullable()),
};

/** The fields of a login that the panel changes: two fields may be changed before the first change is stored. */
export const loginChangeSchema = z.lazy(() => {
  const { user, port, identityFile } = sshLoginFields;
  return z.strictObject({
    user: user.exactOptional(),
    port: port.exactOptional(),
    identityFile: identityFile.exactOptional(),
  });
});
