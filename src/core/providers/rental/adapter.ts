import { z } from 'zod';
import { Secret } from '../../secret.ts';
import { tryJson } from '../../try-json.ts';
import type { IsOwnError } from '../http/http-problem.ts';
import type { Adapter, PasswordLogin } from '../provider.ts';
import { createRentalClient } from './client.ts';
import { logIn, refreshTokens } from './sign-in.ts';
import { createTokenSession, type StoredTokens, storedTokens } from './token-session.ts';

const storedSchema = z.lazy(() =>
  z.strictObject({
    refresh: z.string().min(1),
    access: z.string().min(1),
    receivedAt: z.int().positive(),
    lifetimeMs: z.number().positive(),
  }),
);

/** The tokens of a session as one credential, so that a keychain holds both or none. */
function packTokens({ refresh, access }: StoredTokens): Secret {
  if (access === null) return refresh;
  const { token, receivedAt, lifetimeMs } = access;
  const parts = { refresh: refresh.reveal(), access: token.reveal(), receivedAt, lifetimeMs };
  return new Secret(JSON.stringify(parts));
}

/** Reads a stored credential, also one of an earlier version, which is the refresh token alone. */
export function unpackTokens(stored: Secret): StoredTokens {
  const { data } = storedSchema.safeParse(tryJson(stored.reveal()));
  if (data === undefined) return { refresh: stored, access: null };
  const { receivedAt, lifetimeMs } = data;
  const access = { token: new Secret(data.access), receivedAt, lifetimeMs };
  return { refresh: new Secret(data.refresh), access };
}

const login: PasswordLogin = {
  signIn: async (http, email, password, clock) =>
    packTokens(storedTokens(await logIn(http, email, password), clock.now())),
  openSession: (http, ports) =>
    createTokenSession({
      ...ports,
      requestRefresh: (token) => refreshTokens(http, token),
      load: async () => unpackTokens(await ports.load()),
      save: (tokens) => ports.save(packTokens(tokens)),
    }),
};

/** `{detail}`, which gateways send too: no single refusal of this service is final. */
export const isRentalError: IsOwnError = ({ isJson, body }) => isJson && 'detail' in body;

export const rental: Adapter = { open: createRentalClient, isOwnError: isRentalError, login };
