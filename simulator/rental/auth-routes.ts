import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { unauthorized } from '../service/errors.ts';
import type { ServiceParts } from '../service/provider.ts';
import type { Account } from '../world/accounts.ts';

const loginSchema = z.object({ email: z.email(), password: z.string() });
const refreshSchema = z.object({ refresh_token: z.string() });

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
    const { email, password } = loginSchema.parse(request.body);
    const account = world.accounts.find((each) => each.email === email.toLowerCase());
    if (account?.password !== password) throw unauthorized('Incorrect email or password');
    return tokens(account, refreshTokens.open(account));
  });

  app.post('/auth/refresh', async (request) => {
    const { refresh_token } = refreshSchema.parse(request.body);
    const redeemed = refreshTokens.redeem(refresh_token, behavior.current().refreshReuse);
    if (redeemed === null) throw unauthorized('Invalid refresh token');
    // Not documented: as after a login.
    return tokens(redeemed.account, redeemed.next);
  });
}
