import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { NEW_VM, SPEND, TOKENS, USAGE, VM } from './records.ts';

/** An answer; the body `null` has no content, as of a 204. */
export interface DocumentAnswer {
  readonly status?: number;
  readonly body: object | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** By `METHOD /path`. */
export type Answers = Readonly<
  Record<string, DocumentAnswer | ((query: URLSearchParams) => DocumentAnswer)>
>;

/** A service that answers exactly the fields of the document, and logs what it was sent. */
export interface DocumentService {
  readonly baseUrl: string;
  /**
   * A line per request, header and field of a body, each beginning with the request, and how often each was sent:
   * `POST /vms`, `POST /vms authorization: Bearer sk_1`, `POST /vms gpu_count: 2`, `POST /vms: 1 times`.
   */
  readonly lines: () => readonly string[];
}

const DOCUMENTED: Answers = {
  'POST /auth/login': { body: TOKENS },
  'POST /auth/refresh': { body: { ...TOKENS, access_token: 'access-2' } },
  'GET /vms': { body: [VM] },
  [`GET /vms/${VM.id}`]: { body: VM },
  'POST /vms': { status: 201, body: NEW_VM },
  'GET /billing/current-spend': { body: SPEND },
  'GET /billing/usage': { body: USAGE },
  'GET /search': { body: [{ node: 'vm01', gpu_type: '5090', gpu_count: 8, price_per_hour: 5.5 }] },
  'GET /pricing': { body: [{ gpu_type: '4090', price_per_gpu_hour: 0.35 }] },
};

const HEADERS = ['authorization', 'content-type'] as const;

/** @param changed answers besides those of the document, or in their place */
export async function documentService(changed: Answers = {}): Promise<DocumentService> {
  const answers: Answers = { ...DOCUMENTED, ...changed };
  const lines: string[] = [];
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://service');
    const name = `${request.method} ${pathname}`;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString('utf8');
    const sent: object = text === '' ? {} : JSON.parse(text);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    lines.push(
      `${name}${search}`,
      ...HEADERS.map((header) => `${name} ${header}: ${request.headers[header] ?? 'none'}`),
      ...Object.entries(sent).map(([field, value]) => `${name} ${field}: ${value}`),
    );
    const known = answers[name] ?? { status: 404, body: { detail: 'Not found' } };
    const {
      status = 200,
      body,
      headers = {},
    } = typeof known === 'function' ? known(searchParams) : known;
    response.writeHead(status, { ...(body && { 'content-type': 'application/json' }), ...headers });
    response.end(body === null ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    lines: () => [...lines, ...[...counts].map(([name, count]) => `${name}: ${count} times`)],
  };
}
