import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ServiceDeps } from './deps.ts';
import { invalidBy, unauthorized } from './errors.ts';
import { refreshAnswer, tellsRefreshToken } from './shapes.ts';

const loginSchema = z.object({
  email: z.email('must be an email address'),
  password: z.string('must be a string'),
});

const refreshSchema = z.object({ refresh_token: z.string('must be a string') });

/**
 * `POST /auth/login` and `POST /auth/refresh`, without an Authorization header. A wrong password and a token that is not
 * accepted are a 401, a flawed body is a 422.
 */
export function authRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  const { world, behaviour, accessTokens, refreshTokens } = deps;

  app.post('/auth/login', async (request) => {
    const body = loginSchema.safeParse(request.body);
    if (!body.success) throw invalidBy('body', body.error);
    const email = body.data.email.toLowerCase();
    const account = world.accounts.find((each) => each.email === email);
    if (account?.password !== body.data.password) throw unauthorized('Incorrect email or password');
    const { tokenTtlSeconds } = behaviour.current();
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
    const rules = behaviour.current();
    const redeemed = refreshTokens.redeem(body.data.refresh_token, {
      refreshReuse: rules.refreshReuse,
      rotate: rules.refreshTokens === 'rotate' && tellsRefreshToken(rules.refreshAnswer),
    });
    if (redeemed === null) throw unauthorized('Invalid refresh token');
    return refreshAnswer(rules.refreshAnswer, {
      access_token: await accessTokens.issue(redeemed.account, rules.tokenTtlSeconds),
      refresh_token: redeemed.next,
      token_type: 'bearer',
      expires_in: rules.tokenTtlSeconds,
    });
  });
}
