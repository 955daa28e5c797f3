import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestHttp, get, problemOf } from './test-http.ts';
import { baseUrl, listen, startTestServer } from './test-server.ts';

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

describe('a certificate that does not convince', () => {
  it('self-signed: ends as tls, and nothing was asked', async () => {
    let requests = 0;
    const server = createServer(
      { key: fixture('self-signed-test-key.pem'), cert: fixture('self-signed-test-cert.pem') },
      (_, response) => {
        requests += 1;
        response.end('{}');
      },
    );
    onTestFinished(() => {
      server.close();
    });
    const { http } = createTestHttp(baseUrl(`https://127.0.0.1:${await listen(server)}`));
    expect(await problemOf(get(http))).toEqual({ kind: 'tls' });
    expect(requests).toBe(0);
  });

  it('none at all, from a server that speaks plain http: ends as tls', async () => {
    const server = await startTestServer((_, response) => response.end('{}'));
    const { http } = createTestHttp(baseUrl(server.base.href.replace('http:', 'https:')));
    expect(await problemOf(get(http))).toEqual({ kind: 'tls' });
    expect(server.requests).toHaveLength(0);
  });
});
