import type { Secret } from '../secret.ts';
import type { Http } from './http.ts';
import { describeForm, incompatible } from './service-error.ts';
import { type Tokens, tokensSchema } from './wire/index.ts';

function readTokens(json: unknown, endpoint: string): Tokens {
  const result = tokensSchema.safeParse(json);
  return result.success ? result.data : incompatible(endpoint, describeForm(json));
}

/** A login always brings a refresh token; without it there would be no way to stay signed in. */
export type LoginTokens = Tokens & { readonly refresh: Secret };

/**
 * `POST /auth/login`. The password goes into this one request and nowhere else.
 * @throws ServiceError; `unauthorized` for a wrong email or password
 */
export async function logIn(http: Http, email: string, password: Secret): Promise<LoginTokens> {
  const endpoint = 'POST /auth/login';
  const { json } = await http({
    method: 'POST',
    path: 'auth/login',
    endpoint,
    body: { email, password: password.reveal() },
    secrets: [password],
    credential: 'password',
  });
  const tokens = readTokens(json, endpoint);
  if (tokens.refresh === null) return incompatible(endpoint, 'an answer without a refresh_token');
  return { ...tokens, refresh: tokens.refresh };
}

/** `POST /auth/refresh`. The answer is not documented: a token response that may lack `refresh_token` and `expires_in`. */
export async function refreshTokens(http: Http, refreshToken: Secret): Promise<Tokens> {
  const endpoint = 'POST /auth/refresh';
  const { json } = await http({
    method: 'POST',
    path: 'auth/refresh',
    endpoint,
    body: { refresh_token: refreshToken.reveal() },
    secrets: [refreshToken],
    credential: 'session',
  });
  return readTokens(json, endpoint);
}
