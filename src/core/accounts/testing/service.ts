import { z } from 'zod';
import type { BaseUrl } from '../../providers/index.ts';
import { type RecordedRequest, sendJson, startTestServer } from '../../providers/testing/server.ts';

/** The paths that a key may read; others answer 403. */
export type Scope = 'all' | 'billingOnly' | 'vmsOnly' | 'nothing';

/** A service with one user that ends the session when a refresh token is used twice. */
export interface TestService {
  readonly url: BaseUrl;
  /** Requests in order, such as `POST /auth/login`. */
  readonly requests: string[];
  /** The bearers and refresh tokens received. */
  readonly seen: Set<string>;
  readonly keys: Map<string, Scope>;
  /** Invalidates all access tokens issued so far, but not the refresh token. */
  expireAccess(): void;
  /** Refresh tokens received a second time. */
  readonly reused: string[];
  /** Delays refreshes until `release`; `arrived` resolves when one waits. */
  holdRefreshes(): { readonly arrived: Promise<void>; release(): void };
}

export const EMAIL = 'ada@example.com';
/** A canary that must not be found outside the login request. */
export const PASSWORD = 'canary-password-1815';

const loginBody = z.object({ email: z.string(), password: z.string() });
const refreshBody = z.object({ refresh_token: z.string() });

const SPEND = {
  total_per_hour: 0.69,
  total_per_day: 16.56,
  total_per_month: 496.8,
  running_vms: 0,
};

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const refuse = (status: number, detail: string): Answer => ({ status, body: { detail } });

function allows(scope: Scope, path: string): boolean {
  const isBilling = path.startsWith('/billing/');
  return scope === 'all' || scope === (isBilling ? 'billingOnly' : 'vmsOnly');
}

/** Starts the service on a free port of 127.0.0.1 until the test ends. */
export async function startService(): Promise<TestService> {
  const keys = new Map<string, Scope>();
  const access = new Set<string>();
  const requests: string[] = [];
  const seen = new Set<string>();
  const reused: string[] = [];
  let refresh: string | null = null;
  let issued = 0;
  let hold: { readonly arrive: () => void; readonly gone: Promise<void> } | null = null;

  function issue(): Answer {
    issued += 1;
    refresh = `canary-refresh-${issued}`;
    access.add(`canary-access-${issued}`);
    return ok({
      access_token: `canary-access-${issued}`,
      refresh_token: refresh,
      token_type: 'bearer',
      expires_in: 3600,
    });
  }

  function logIn(body: unknown): Answer {
    const { email, password } = loginBody.parse(body);
    const isRight = email.toLowerCase() === EMAIL && password === PASSWORD;
    return isRight ? issue() : refuse(401, 'Wrong email or password');
  }

  async function rotate(body: unknown): Promise<Answer> {
    const token = refreshBody.parse(body).refresh_token;
    seen.add(token);
    hold?.arrive();
    await hold?.gone;
    if (token === refresh) return issue();
    reused.push(token);
    refresh = null;
    access.clear();
    return refuse(401, 'Refresh token used twice');
  }

  function read(path: string, bearer: string): Answer {
    seen.add(bearer);
    const scope = access.has(bearer) ? 'all' : keys.get(bearer);
    if (scope === undefined) return refuse(401, 'Invalid credential');
    if (!allows(scope, path)) return refuse(403, 'Not allowed');
    return path.startsWith('/billing/') ? ok(SPEND) : ok([]);
  }

  async function answer({ method, path, headers, body }: RecordedRequest): Promise<Answer> {
    requests.push(`${method} ${path}`);
    if (path === '/auth/login') return logIn(JSON.parse(body));
    if (path === '/auth/refresh') return rotate(JSON.parse(body));
    return read(path, (headers.authorization ?? '').replace('Bearer ', ''));
  }

  const server = await startTestServer((request, response) => {
    void answer(request).then(({ status, body }) => sendJson(response, status, body));
  });
  return {
    url: server.base,
    requests,
    seen,
    keys,
    reused,
    expireAccess: () => access.clear(),
    holdRefreshes() {
      const gone = Promise.withResolvers<void>();
      const arrived = Promise.withResolvers<void>();
      hold = { arrive: arrived.resolve, gone: gone.promise };
      return {
        arrived: arrived.promise,
        release() {
          hold = null;
          gone.resolve();
        },
      };
    },
  };
}
