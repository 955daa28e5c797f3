import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { HostElectron } from '../electron/create-electron.ts';
import type { Page } from '../electron/web-contents.ts';
import type { HostMessage } from '../wire/messages.ts';
import { readPageMessage } from '../wire/messages.ts';
import type { Documents, ServedDocument } from './app-pages.ts';

const MAX_BYTES = 16 * 1024 * 1024;

function serveSocket(
  socket: WebSocket,
  { window, foreignUrl }: ServedDocument,
  electron: HostElectron,
  onError: (error: unknown) => void,
): void {
  const send = (message: HostMessage) => socket.send(JSON.stringify(message));
  const page: Page = { send, foreignUrl };
  window.contents.attach(page);
  send({ type: 'online', isOnline: electron.network.isOnline() });
  const receive = async (text: string) => window.contents.receive(page, readPageMessage(text));
  socket.on('message', (data, isBinary) => {
    if (isBinary) socket.close(1003);
    else receive(String(data)).catch(onError);
  });
  socket.on('close', () => window.contents.detach(page));
  socket.on('error', () => socket.terminate());
}

/**
 * One socket per served document, at a secret address.
 *
 * @param prefix of their paths
 * @param isOurs whether the Origin is this host's
 * @param onError called with errors of the app and with invalid messages of a page
 */
export function acceptSockets(
  server: Server,
  prefix: string,
  isOurs: (origin: string | undefined) => boolean,
  documents: Documents,
  electron: HostElectron,
  onError: (error: unknown) => void,
): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_BYTES });
  server.on('upgrade', (request, stream, head) => {
    const path = request.url ?? '';
    const document = path.startsWith(prefix) ? documents.find(path.slice(prefix.length)) : null;
    if (document === null || !isOurs(request.headers.origin)) {
      stream.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) =>
      serveSocket(socket, document, electron, onError),
    );
  });
}
