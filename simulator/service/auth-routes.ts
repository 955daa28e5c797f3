import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Behavior } from '../options.ts';
import type { Account } from '../world/index.ts';
import { invalidBy, unauthorized } from './errors.ts';
import type { ServiceParts } from './service.ts';

const loginSchema = z.object({
  email: z.email('must be an email address'),
  password: z.string('must be a string'),
});

const refreshSchema = z.object({ refresh_token: z.string('must be a string') });

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

export function authRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { world, behavior, accessTokens, refreshTokens } = parts;

  async function tokens(account: Account, refreshToken: string): Promise<TokenAnswer> {
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
    if (!body.success) throw invalidBy('body', body.error);
    const email = body.data.email.toLowerCase();
    const account = world.accounts.find((each) => each.email === email);
    if (account?.password !== body.data.password) throw unauthorized('Incorrect email or password');
    return tokens(account, refreshTokens.open(account));
  });

  app.post('/auth/refresh', async (request) => {
    const body = refreshSchema.safeParse(request.body);
    if (!body.success) throw invalidBy('body', body.error);
    const { refreshAnswer: shape, refreshReuse, ...rules } = behavior.current();
    const isSent = shape === 'full' || shape === 'no-expires-in';
    const rotate = isSent && rules.refreshTokens === 'rotate';
    const redeemed = refreshTokens.redeem(body.data.refresh_token, refreshReuse, rotate);
    if (redeemed === null) throw unauthorized('Invalid refresh token');
    return refreshAnswer(shape, await tokens(redeemed.account, redeemed.next));
  });
}
