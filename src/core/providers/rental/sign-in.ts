import { z } from 'zod';
import { Secret } from '../../secret.ts';
import type { Http } from '../http/http.ts';
import type { HttpRequest } from '../http/request.ts';
import { describeForm, incompatible } from '../http/service-error.ts';

export interface Tokens {
  readonly access: Secret;
  /** Null: the response to a refresh is not documented and may omit what did not change. */
  readonly refresh: Secret | null;
  /** Null: the service did not say. */
  readonly expiresInMs: number | null;
}

const YEAR_S = 31_536_000;

/** Far more than servers accept in a header. */
const tokenText = z.lazy(() =>
  z
    .string()
    .min(1)
    .max(64 * 1024),
);

export const tokensSchema = z.lazy(() =>
  z
    .object({
      access_token: tokenText,
      refresh_token: tokenText.nullable().catch(null),
      expires_in: z.number().positive().max(YEAR_S).nullable().catch(null),
    })
    .transform(
      (wire): Tokens => ({
        access: new Secret(wire.access_token),
        refresh: wire.refresh_token === null ? null : new Secret(wire.refresh_token),
        expiresInMs: wire.expires_in === null ? null : wire.expires_in * 1000,
      }),
    ),
);

const typeSchema = z.lazy(() =>
  z.object({
    token_type: z
      .string()
      .regex(/^bearer$/i)
      .nullish(),
  }),
);

async function requestTokens(
  http: Http,
  request: Pick<HttpRequest, 'path' | 'body' | 'secrets' | 'credential'>,
): Promise<Tokens> {
  const { json, endpoint } = await http({ ...request, method: 'POST' });
  const result = tokensSchema.safeParse(json);
  if (!result.success) return incompatible(endpoint, describeForm(json));
  // Other types, such as `mac`, must not be sent as a bearer (RFC 6749, 7.1).
  if (!typeSchema.safeParse(json).success)
    return incompatible(endpoint, 'a token_type other than bearer');
  return result.data;
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
