import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Behavior } from '../options.ts';
import { invalidBy, unauthorized } from './errors.ts';
import type { ServiceParts } from './service.ts';

const loginSchema = z.object({
  email: z.email('must be an email address'),
  password: z.string('must be a string'),
});

const refreshSchema = z.object({ refresh_token: z.string('must be a string') });

/** A token response as documented. */
interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
}

/** The answer of `POST /auth/refresh`; its fields are not documented. */
function refreshAnswer(
  shape: Behavior['refreshAnswer'],
  answer: TokenAnswer,
): Partial<TokenAnswer> {
  const { access_token, refresh_token, token_type, expires_in } = answer;
  switch (shape) {
    case 'full':
      return answer;
    case 'no-refresh-token':
      return { access_token, token_type, expires_in };
    case 'no-expires-in':
      return { access_token, refresh_token, token_type };
    case 'access-only':
      return { access_token };
  }
}

/** Whether an answer of that shape contains a refresh token. */
function hasRefreshToken(shape: Behavior['refreshAnswer']): boolean {
  return shape === 'full' || shape === 'no-expires-in';
}

/**
 * `POST /auth/login` and `POST /auth/refresh`, without an Authorization header. A wrong password or refresh token is a
 * 401, an invalid body a 422.
 */
export function authRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { world, behavior, accessTokens, refreshTokens } = parts;

  app.post('/auth/login', async (request) => {
    const body = loginSchema.safeParse(request.body);
    if (!body.success) throw invalidBy('body', body.error);
    const email = body.data.email.toLowerCase();
    const account = world.accounts.find((each) => each.email === email);
    if (account?.password !== body.data.password) throw unauthorized('Incorrect email or password');
    const { tokenTtlSeconds } = behavior.current();
    return {
      access_token: await accessTokens.issue(account, tokenTtlSeconds),
      refresh_token: refreshTokens.open(account),
      token_type: 'bearer',
      expires_in: tokenTtlSeconds,
    };
  });

  app.post('/auth/refresh', async (request) => {
    const body = refreshSchema.safeParse(request.body);
    if (!body.success) throw invalidBy('body', body.error);
    const rules = behavior.current();
    const rotate = rules.refreshTokens === 'rotate' && hasRefreshToken(rules.refreshAnswer);
    const redeemed = refreshTokens.redeem(body.data.refresh_token, rules.refreshReuse, rotate);
    if (redeemed === null) throw unauthorized('Invalid refresh token');
    return refreshAnswer(rules.refreshAnswer, {
      access_token: await accessTokens.issue(redeemed.account, rules.tokenTtlSeconds),
      refresh_token: redeemed.next,
      token_type: 'bearer',
      expires_in: rules.tokenTtlSeconds,
    });
  });
}
