import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { HostElectron } from '../electron/create-electron.ts';
import { answerScript, answerText } from './answer.ts';
import { createAddresses, createAppPages, createDocuments, pageScript } from './app-pages.ts';
import { serveControl, windowToOpen } from './control.ts';
import { acceptSockets } from './sockets.ts';

/** Loopback only. */
const HOST = '127.0.0.1';

type Handle = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<void>;

function handler(
  root: string,
  electron: HostElectron,
  pages: ReturnType<typeof createAppPages>,
): Handle {
  return async (path, request, response) => {
    const [first = '', ...rest] = path.split('/');
    if (path === '') {
      const window = await windowToOpen(electron);
      if (window === null) {
        answerText(response, 504, 'The app opened no window on a second launch.');
        return;
      }
      response.writeHead(302, { location: window.state().address, 'cache-control': 'no-store' });
      response.end();
      return;
    }
    if (first === 'preload') {
      pages.servePreload(rest.join('/').replace(/\.js$/, ''), response);
      return;
    }
    if (first === 'foreign') {
      const window = await windowToOpen(electron);
      if (window === null) answerText(response, 504, 'The app has no window.');
      else pages.serveForeign(window, response);
      return;
    }
    const script = pageScript(path);
    if (script !== null) answerScript(response, script);
    else if (/^\d+$/.test(first)) await pages.serve(path, request, response);
    else answerText(response, 404, `Nothing here. The app is at ${root}`);
  };
}

async function listen(port: number): Promise<{ server: Server; origin: string }> {
  const server = createServer();
  server.listen(port, HOST);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No TCP port');
  return { server, origin: `http://${HOST}:${address.port}` };
}

/**
 * A listening port with secret addresses. Requests are refused until `serve`.
 * @param port 0: a free one. Rejects with `EADDRINUSE` when it is taken
 */
export async function startListener(port: number) {
  const { server, origin } = await listen(port);
  const token = randomBytes(24).toString('base64url');
  const controlToken = randomBytes(24).toString('base64url');
  const root = `${origin}/${token}/`;
  const control = `${origin}/${controlToken}`;
  // Against DNS rebinding: a website's name that points to 127.0.0.1 would be same-origin with us.
  const isHostOurs = (request: IncomingMessage) => `http://${request.headers.host}` === origin;

  return {
    /** Ends with a slash. */
    root,
    control,
    serve(electron: HostElectron, onError: (error: unknown) => void) {
      const documents = createDocuments();
      const pages = createAppPages(root, electron, createAddresses(root), documents);
      const handle = handler(root, electron, pages);
      acceptSockets(
        server,
        `/${token}/ipc/`,
        (from) => from === origin,
        documents,
        electron,
        onError,
      );
      const answer = async (request: IncomingMessage, response: ServerResponse) => {
        const url = request.url ?? '/';
        const isTraffic = url === `/${controlToken}/traffic`;
        if (!isHostOurs(request)) answerText(response, 403, 'Wrong Host header');
        else if (isTraffic || url === `/${controlToken}`) {
          // The control interface is for programs; a POST from a page has an Origin.
          if (request.headers.origin !== undefined) answerText(response, 403, 'Not for pages');
          else await serveControl(electron, isTraffic, request, response);
        } else if (url.startsWith(`/${token}/`)) {
          await handle(url.slice(token.length + 2), request, response);
        } else answerText(response, 404, 'Nothing here');
      };
      server.on('request', (request, response) => {
        answer(request, response).catch((error: unknown) => {
          onError(error);
          if (response.headersSent) response.destroy();
          else answerText(response, 500, String(error));
        });
      });
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
