import { z } from 'zod';
import { typedNumber, typedText } from '../settings/typed.ts';

// Bounds of an SSH login, shared by the requests and the settings file. Loaded by main and core only: zod must stay out of
// the panel's first screen. Built when they are used first, as in the settings.

export const portSchema = z.lazy(() =>
  typedNumber(
    (port) => Number.isInteger(port) && port >= 1 && port <= 65_535,
    'Enter a port from 1 to 65535.',
  ),
);

/** A user name that ssh takes and no shell or config file misreads. */
const userSchema = z.lazy(() =>
  typedText(
    (user) => /^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/.test(user),
    'Use letters, digits, dots, dashes and underscores, at most 32 characters.',
  ),
);

/** Whether a path is safe as a key file in ssh_config(5). @param path trimmed */
function isKeyFile(path: string): boolean {
  return (
    path.length >= 1 &&
    path.length <= 1_024 &&
    !path.startsWith('-') &&
    // They end a line or a quoted word, or hide what follows.
    !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]/u.test(path) &&
    // ssh expands it, and has no escape for it.
    !path.includes('${') &&
    // Fedora's and RHEL's ssh load the library that such an identity names (RFC 7512).
    !/^pkcs11:/i.test(path)
  );
}

const keyFileSchema = z.lazy(() =>
  z
    .string()
    .trim()
    .refine(
      isKeyFile,
      'Enter a path such as ~/.ssh/id_ed25519, without quotes, variables or invisible characters.',
    ),
);

/** The fields of a login as the settings file stores it; null leaves a field to ssh. */
export const sshLoginFields = {
  user: userSchema.nullable(),
  port: portSchema.nullable(),
  identityFile: keyFileSchema.nullable(),
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
