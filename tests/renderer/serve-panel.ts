import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import { CONTENT_SECURITY_POLICY } from '../../src/main/panel/bundle.ts';

/** Folder of the built panel. */
export const BUILT_PANEL = resolve(import.meta.dirname, '../../out/renderer');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export interface ServedPanel {
  readonly url: string;
  readonly close: () => void;
}

/** Serves a built page on loopback with the app's content security policy. @param folder by default the panel's */
export async function servePanel(folder = BUILT_PANEL): Promise<ServedPanel> {
  const server = createServer(async (request, response) => {
    // Requested by Chromium from any HTTP server, but not from the app's protocol.
    if (request.url === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const path = normalize(new URL(request.url ?? '/', 'http://panel').pathname);
    try {
      const body = await readFile(join(folder, path));
      response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
      response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/index.html`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
