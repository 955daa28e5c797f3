import { z } from 'zod';
import { sshLoginFields } from '../../shared/ipc/ssh-schemas.ts';
import { parseBaseUrl } from '../providers/index.ts';

export const NO_LOGIN = { user: null, port: null };

/** An SSH login. An invalid field falls back to null on its own. */
function login() {
  const { user, port, identityFile } = sshLoginFields;
  return z.looseObject({
    user: user.catch(null),
    port: port.catch(null),
    identityFile: identityFile.optional().catch(null),
  });
}

/** Strict about what decides where a credential is sent; its SSH login and console URL fall back on their own. */
export const accountSchema = z.lazy(() =>
  z.looseObject({
    id: z.uuid(),
    /** Absent: the first one. Of a newer GPU Tray: unknown here. */
    provider: z.string().optional(),
    label: z.string(),
    baseUrl: z.string().refine((text) => parseBaseUrl(text).ok),
    credential: z.enum(['apiKey', 'login']),
    email: z.string().nullable(),
    /** A credential was stored. Distinguishes "locked" from "no such item", which keytar reports alike. */
    hasCredential: z.boolean(),
    /** A second API key was stored, for calls that change something. */
    hasWriteKey: z.boolean().optional().catch(undefined),
    /** An action was accepted with its key. */
    tried: z.boolean().optional().catch(undefined),
    /** A stop was confirmed by reading. */
    proven: z.boolean().optional().catch(undefined),
    /** One of its VMs was seen to stop itself, as armed. */
    stopsInside: z.boolean().optional().catch(undefined),
    /** Its VMs are stopped once they are idle for that long, ms. */
    idleStopMs: z.number().positive().optional().catch(undefined),
    /** The service's web console, set by the user; validated where it is opened. */
    consoleUrl: z.string().nullable().optional().catch(null),
    /** Set by the user, in place of the label. */
    name: z.string().nullable().optional().catch(null),
    /** Its running VMs are asked for their GPU load over SSH. */
    gpuLoad: z.boolean().optional().catch(undefined),
    /** Set by the user; checked by the adapter that uses it. */
    profile: z
      .looseObject({ consoleUrl: z.string().optional().catch(undefined) })
      .nullable()
      .optional()
      .catch(null),
    /** The login for the account's VMs, where the login differs from the one for all. */
    ssh: login().optional().catch(undefined),
  }),
);

export type AccountSettings = z.infer<typeof accountSchema>;

/** The login for all VMs, and those of single VMs by `vmKey`. */
export const sshSchema = z.lazy(() => {
  const vms = z.record(z.string(), login().catch(NO_LOGIN));
  return login()
    .extend({ vms: vms.optional().catch(undefined) })
    .catch(NO_LOGIN);
});

export function withAccountFields<S extends { readonly accounts: readonly AccountSettings[] }>(
  settings: S,
  accountId: string,
  change: Partial<AccountSettings>,
): S {
  const accounts = settings.accounts.map((account) =>
    account.id === accountId ? { ...account, ...change } : account,
  );
  return { ...settings, accounts };
}
