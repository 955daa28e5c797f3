import type { IsOwnError } from '../http/http-problem.ts';
import type { Adapter, PasswordLogin } from '../provider.ts';
import { createRentalClient } from './client.ts';
import { logIn, refreshTokens } from './sign-in.ts';
import { createTokenSession, packTokens } from './token-session.ts';

const login: PasswordLogin = {
  signIn: async (http, email, password, clock) =>
    packTokens({ ...(await logIn(http, email, password)), receivedAt: clock.now() }),
  openSession: (http, ports) =>
    createTokenSession({ ...ports, requestRefresh: (token) => refreshTokens(http, token) }),
};

/** `{detail}`, which gateways send too: no single refusal of this service is final. */
export const isRentalError: IsOwnError = ({ isJson, body }) => isJson && 'detail' in body;

export const rental: Adapter = { open: createRentalClient, isOwnError: isRentalError, login };
