import { z } from 'zod';
import { Secret } from '../../secret.ts';
import type { Http } from '../http/http.ts';
import type { HttpRequest } from '../http/request.ts';
import { describeForm, incompatible } from '../http/service-error.ts';

export interface Tokens {
  readonly access: Secret;
  /** Null: the response to a refresh is not documented and may omit what did not change. */
  readonly refresh: Secret | null;
  readonly lifetimeMs: number;
}

const YEAR_S = 31_536_000;

/** The documented lifetime of an access token, for a response without `expires_in`. */
const DOCUMENTED_LIFETIME_S = 3_600;

/** Far more than servers accept in a header. */
const MAX_TOKEN = 64 * 1024;

export const tokensSchema = z.lazy(() => {
  const text = z.string().min(1).max(MAX_TOKEN);
  return z
    .object({
      access_token: text,
      refresh_token: text.nullable().catch(null),
      expires_in: z.number().positive().max(YEAR_S).catch(DOCUMENTED_LIFETIME_S),
      // Other types, such as `mac`, must not be sent as a bearer (RFC 6749, 7.1).
      token_type: z
        .string()
        .regex(/^bearer$/i)
        .nullish(),
    })
    .transform(
      (wire): Tokens => ({
        access: new Secret(wire.access_token),
        refresh: wire.refresh_token === null ? null : new Secret(wire.refresh_token),
        lifetimeMs: wire.expires_in * 1000,
      }),
    );
});

async function requestTokens(
  http: Http,
  request: Pick<HttpRequest, 'path' | 'body' | 'secrets' | 'credential'>,
): Promise<Tokens> {
  const { json, endpoint } = await http({ ...request, method: 'POST' });
  return tokensSchema.safeParse(json).data ?? incompatible(endpoint, describeForm(json));
}

/** Tokens of a login, which always include a refresh token: without one the sign-in would end after an hour. */
export type LoginTokens = Tokens & { readonly refresh: Secret };

/** `POST /auth/login`. @throws ServiceError; `unauthorized` for a wrong email or password */
export async function logIn(http: Http, email: string, password: Secret): Promise<LoginTokens> {
  const { refresh, ...tokens } = await requestTokens(http, {
    path: '/auth/login',
    body: { email, password: password.reveal() },
    secrets: [password],
    credential: 'password',
  });
  if (refresh === null)
    return incompatible('POST /auth/login', 'a response without a refresh_token');
  return { ...tokens, refresh };
}

/** `POST /auth/refresh`. @throws ServiceError */
export function refreshTokens(http: Http, refreshToken: Secret): Promise<Tokens> {
  return requestTokens(http, {
    path: '/auth/refresh',
    body: { refresh_token: refreshToken.reveal() },
    secrets: [refreshToken],
    credential: 'session',
  });
}
