import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invalidBy, unauthorized } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import type { Account } from '../world/index.ts';

const loginSchema = z.object({
  email: z.email('must be an email address'),
  password: z.string('must be a string'),
});

const refreshSchema = z.object({ refresh_token: z.string('must be a string') });

export function authRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { world, behavior, accessTokens, refreshTokens } = parts;

  async function tokens(account: Account, refreshToken: string) {
    const { tokenTtlSeconds } = behavior.current();
    return {
      access_token: await accessTokens.issue(account, tokenTtlSeconds),
      refresh_token: refreshToken,
      token_type: 'bearer',
      expires_in: tokenTtlSeconds,
    };
  }

  app.post('/auth/login', async (request) => {
    const body = loginSchema.safeParse(request.body);
    if (!body.success) throw invalidBy(body.error);
    const email = body.data.email.toLowerCase();
    const account = world.accounts.find((each) => each.email === email);
    if (account?.password !== body.data.password) throw unauthorized('Incorrect email or password');
    return tokens(account, refreshTokens.open(account));
  });

  app.post('/auth/refresh', async (request) => {
    const body = refreshSchema.safeParse(request.body);
    if (!body.success) throw invalidBy(body.error);
    const { refreshReuse } = behavior.current();
    const redeemed = refreshTokens.redeem(body.data.refresh_token, refreshReuse);
    if (redeemed === null) throw unauthorized('Invalid refresh token');
    // Not documented: as after a login.
    return tokens(redeemed.account, redeemed.next);
  });
}
