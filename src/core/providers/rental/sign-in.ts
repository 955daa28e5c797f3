import { Secret } from '../../secret.ts';
import type { Http } from '../http/http.ts';
import { record, shortText } from '../http/read.ts';
import type { HttpRequest } from '../http/request.ts';
import { describeForm, incompatible } from '../http/service-error.ts';

const YEAR_S = 31_536_000;

/** The documented lifetime of an access token, for a response without `expires_in`. */
const DOCUMENTED_LIFETIME_S = 3_600;

/** Far more than servers accept in a header. */
const MAX_TOKEN = 64 * 1024;

export type Tokens = NonNullable<ReturnType<typeof tokensSchema>>;

export const tokensSchema = record(
  ({ access_token, refresh_token, expires_in, token_type = null }) => {
    const access = shortText(access_token, MAX_TOKEN);
    const refresh = shortText(refresh_token, MAX_TOKEN);
    // Other types, such as `mac`, must not be sent as a bearer (RFC 6749, 7.1).
    const isBearer = typeof token_type === 'string' && /^bearer$/i.test(token_type);
    if (access === null || !(isBearer || token_type === null)) return null;
    const isKnown = typeof expires_in === 'number' && expires_in > 0 && expires_in <= YEAR_S;
    return {
      access: new Secret(access),
      /** Null: the response to a refresh is not documented and may omit what did not change. */
      refresh: refresh === null ? null : new Secret(refresh),
      lifetimeMs: (isKnown ? expires_in : DOCUMENTED_LIFETIME_S) * 1000,
    };
  },
);

async function requestTokens(
  http: Http,
  request: Pick<HttpRequest, 'path' | 'body' | 'secrets' | 'credential'>,
): Promise<Tokens> {
  const { json, endpoint } = await http({ ...request, method: 'POST' });
  return tokensSchema(json) ?? incompatible(endpoint, describeForm(json));
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
