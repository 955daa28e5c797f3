import { z } from 'zod';
import { Secret } from '../../secret.ts';

/** A token answer. After a refresh the service may leave out what did not change (`service-api.md`: not shown). */
export interface Tokens {
  readonly access: Secret;
  readonly refresh: Secret | null;
  /** Lifetime of the access token in ms; null where the service did not say. */
  readonly expiresInMs: number | null;
}

const lifetime = z.number().positive().max(31_536_000).nullable().catch(null);

/** An answer of login or refresh. Without an access token it is none; the token leaves as a `Secret`. */
export const tokensSchema = z
  .object({
    access_token: z.string().min(1),
    refresh_token: z.string().min(1).nullable().catch(null),
    expires_in: lifetime,
  })
  .transform(
    (wire): Tokens => ({
      access: new Secret(wire.access_token),
      refresh: wire.refresh_token === null ? null : new Secret(wire.refresh_token),
      expiresInMs: wire.expires_in === null ? null : wire.expires_in * 1000,
    }),
  );
