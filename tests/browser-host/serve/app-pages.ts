import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostWindow } from '../electron/browser-window.ts';
import type { HostElectron } from '../electron/create-electron.ts';
import type { Addresses } from './addresses.ts';
import { answerScript, answerText } from './answer.ts';
import { withSocket } from './content-security.ts';
import type { Documents } from './documents.ts';
import { preloadScript, withScript } from './page-scripts.ts';

/** A frame of somebody else's that has got hold of the preload. */
const FOREIGN_URL = 'https://foreign.example/';
const FOREIGN_PAGE = '<!doctype html><html lang="en"><head><title>Foreign</title></head></html>';

export interface AppPages {
  /** Answers from the app's own protocol handler. @param path below the root, as the request wrote it */
  serve(path: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** A document that is not the app's, with the preload of a window in it. */
  serveForeign(window: HostWindow, response: ServerResponse): void;
  servePreload(documentId: string, response: ServerResponse): void;
}

/** @param root of all addresses, ends with a slash */
export function createAppPages(
  root: string,
  electron: HostElectron,
  addresses: Addresses,
  documents: Documents,
): AppPages {
  const socketOf = (id: string) => `${root.replace(/^http/, 'ws')}ipc/${id}`;
  const preloadOf = (id: string) => `${root}preload/${id}.js`;

  const sendDocument = (
    window: HostWindow,
    foreignUrl: string | null,
    html: string,
    headers: Headers,
    response: ServerResponse,
    status: number,
  ) => {
    const id = documents.add({ window, foreignUrl });
    const policy = headers.get('content-security-policy');
    if (policy !== null) headers.set('content-security-policy', withSocket(policy, socketOf(id)));
    headers.set('cache-control', 'no-store');
    headers.delete('content-length');
    const body = window.preload === null ? html : withScript(html, preloadOf(id));
    response.writeHead(status, Object.fromEntries(headers));
    response.end(body);
  };

  return {
    async serve(path, request, response) {
      const target = addresses.read(path);
      const window = target && electron.windows.find(target.windowId);
      if (!target || !window) {
        // A window that was freed: its address leads to the one that takes its place.
        response.writeHead(302, { location: root }).end();
        return;
      }
      const method = request.method ?? 'GET';
      const answer = await electron.protocols.answer(target.url, {
        method,
        headers: new Headers(),
      });
      const headers = new Headers(answer.headers);
      const isHtml = headers.get('content-type')?.startsWith('text/html') ?? false;
      const isDocument = isHtml && request.headers['sec-fetch-dest'] !== 'iframe';
      if (isDocument && answer.ok) {
        sendDocument(window, null, await answer.text(), headers, response, answer.status);
        return;
      }
      response.writeHead(answer.status, Object.fromEntries(headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    },
    serveForeign(window, response) {
      const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
      sendDocument(window, FOREIGN_URL, FOREIGN_PAGE, headers, response, 200);
    },
    servePreload(documentId, response) {
      const source = documents.find(documentId)?.window.preload ?? null;
      if (source === null) answerText(response, 404, 'No such document');
      else answerScript(response, preloadScript(source, socketOf(documentId)));
    },
  };
}
