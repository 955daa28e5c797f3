import { createServer, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';

/** How the service echoes a request. */
export type Echo = 'nested' | 'broken-json' | 'reason' | 'redirect';

/** Accepts every login, unless it echoes that too, and answers everything else with the request it received. */
export interface EchoingService {
  readonly baseUrl: string;
  /** Issued by the login. */
  readonly accessToken: string;
  readonly refreshToken: string;
  echo: Echo;
}

async function everythingSent(request: IncomingMessage): Promise<string> {
  const body: Buffer[] = [];
  for await (const chunk of request) body.push(Buffer.from(chunk));
  // Secrets first, since long messages are cut.
  const secrets = [Buffer.concat(body).toString('utf8'), request.headers.authorization];
  return [...secrets, request.url, ...request.rawHeaders].join(' ');
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = (status: number, body: unknown): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});

function answer(echo: Echo, sent: string): Answer {
  switch (echo) {
    case 'nested':
      return json(422, { detail: [{ loc: ['header'], msg: sent, input: { [sent]: sent } }] });
    case 'broken-json':
      return { ...json(200, null), body: `{"items": ${sent}` };
    case 'reason':
      return json(200, { [sent]: sent, [`x_${sent.replaceAll(/\W/g, '_')}`]: [sent] });
    case 'redirect':
      return { ...json(302, null), headers: { location: `/?${encodeURIComponent(sent)}` } };
  }
}

/** @param mark part of both tokens and of nothing else */
export async function echoingService(
  mark: string,
  { echoesLogin = false }: { readonly echoesLogin?: boolean } = {},
): Promise<EchoingService> {
  const tokens = { accessToken: `${mark}-access`, refreshToken: `${mark}-refresh` };
  const server = createServer(async (request, response) => {
    const sent = await everythingSent(request);
    const isLogin = request.url === '/auth/login' && !echoesLogin;
    const { accessToken: access_token, refreshToken: refresh_token } = tokens;
    const { status, type, body, headers } = isLogin
      ? json(200, { access_token, refresh_token, token_type: 'bearer', expires_in: 3600 })
      : answer(service.echo, sent);
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No TCP port');
  const service: EchoingService = {
    baseUrl: `http://127.0.0.1:${address.port}`,
    ...tokens,
    echo: 'nested',
  };
  return service;
}
