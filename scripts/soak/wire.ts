import { z } from 'zod';
import { observedBody, type SharedTime } from '../../tests/contract/shared-time.ts';

/** The two accounts of the soak: one signs in with an API key, the other with a password where the provider has that. */
export const USERS = ['key', 'login'] as const;
export type User = (typeof USERS)[number];

/** A request of the app. */
export interface Sent {
  readonly user: User;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** An answer of the service. */
export interface Answer {
  /** Null: no complete answer. */
  readonly status: number | null;
  /** Undefined: no JSON, or a large one. */
  readonly json: unknown;
}

interface WirePorts {
  readonly time: SharedTime;
  readonly apiKey: string;
  readonly onSent: (sent: Sent) => void;
  readonly onReceived: (sent: Sent, answer: Answer) => void;
}

/** Larger bodies are faults. */
const MAX_BYTES = 256 * 1024;

function jsonOf(chunks: readonly Uint8Array[]): unknown {
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

const credentials = z.object({
  password: z.string().optional(),
  refresh_token: z.string().optional(),
  access_token: z.string().optional(),
});

/** A `fetch` that reports each request of the app with its answer, and collects each credential that passes. */
export function createWire({ time, apiKey, onSent, onReceived }: WirePorts) {
  const secrets = new Set<string>();
  let isOnline = true;

  function collect(json: unknown): void {
    for (const value of Object.values(credentials.safeParse(json).data ?? {}))
      if (value !== undefined) secrets.add(value);
  }

  function sentBy(input: string | URL | Request, init: RequestInit | undefined): Sent {
    const url = new URL(input instanceof Request ? input.url : input);
    const bearer = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length);
    if (bearer !== undefined) secrets.add(bearer);
    if (typeof init?.body === 'string') collect(JSON.parse(init.body));
    return {
      user: bearer === apiKey ? 'key' : 'login',
      path: url.pathname,
      query: url.searchParams,
    };
  }

  return {
    secrets,
    setOnline(isNow: boolean): void {
      isOnline = isNow;
    },
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const sent = sentBy(input, init);
      onSent(sent);
      let response: Response;
      try {
        if (!isOnline) throw new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } });
        response = await time.fetch(input, init);
      } catch (error) {
        onReceived(sent, { status: null, json: undefined });
        throw error;
      }
      const { status, statusText, headers, body } = response;
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      function end(isComplete: boolean): void {
        const json = isComplete && bytes <= MAX_BYTES ? jsonOf(chunks) : undefined;
        if (sent.path.startsWith('/auth/')) collect(json);
        onReceived(sent, { status: isComplete ? status : null, json });
      }
      if (body === null) {
        end(true);
        return response;
      }
      const observed = observedBody(body, end, (chunk) => {
        bytes += chunk.length;
        if (bytes <= MAX_BYTES) chunks.push(chunk);
      });
      return new Response(observed, { status, statusText, headers });
    },
  };
}
