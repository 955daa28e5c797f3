import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { type BaseUrl, parseBaseUrl } from '../../service/index.ts';

/** What a key may see there; everything else is a 403. */
export type Scope = 'all' | 'billingOnly' | 'vmsOnly' | 'nothing';

/**
 * A service of one person, as strict about refresh tokens as services get: each may be used once, and a second use ends the
 * whole session, as if it had been stolen.
 */
export interface TestService {
  readonly url: BaseUrl;
  /** What came in: `POST /auth/login`, in order. */
  readonly requests: string[];
  /** The bearers that came in, each once, and the refresh tokens. */
  readonly seen: Set<string>;
  readonly keys: Map<string, Scope>;
  /** Access tokens issued so far stop to work; the refresh token goes on. */
  expireAccess(): void;
  /** Refresh tokens that came in a second time. */
  readonly reused: string[];
  /** Holds refreshes back until it is let go; `arrived` resolves when one waits. */
  holdRefreshes(): { readonly arrived: Promise<void>; letGo(): void };
}

export const EMAIL = 'ada@example.com';
/** A canary: tests look for it wherever a password must not be left. */
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

/** On a free port of 127.0.0.1, until the test is over. */
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

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname } = new URL(request.url ?? '', 'http://service');
    requests.push(`${request.method} ${pathname}`);
    if (pathname === '/auth/login') return logIn(JSON.parse(await text(request)));
    if (pathname === '/auth/refresh') return rotate(JSON.parse(await text(request)));
    return read(pathname, (request.headers.authorization ?? '').replace('Bearer ', ''));
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body } = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: loopback(server.address()),
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
        letGo() {
          hold = null;
          gone.resolve();
        },
      };
    },
  };
}

function loopback(address: string | AddressInfo | null): BaseUrl {
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  const parsed = parseBaseUrl(`http://127.0.0.1:${address.port}`);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.url;
}
