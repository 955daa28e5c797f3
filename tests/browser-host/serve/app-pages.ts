import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { HostElectron } from '../electron/create-electron.ts';
import type { HostWindow } from '../electron/windows.ts';
import { answerScript, answerText } from './answer.ts';

/** Maps the app's addresses to those of this server. */
export interface Addresses {
  /** `app://bundle/index.html` in window 1 is `<root>1/app/bundle/index.html`. */
  ofApp(windowId: number, url: string): string;
  /** The inverse; other addresses are returned unchanged. */
  toApp(address: string): string;
  /** The window and the app's address of a path below the root, not decoded. */
  read(path: string): { readonly windowId: number; readonly url: string } | null;
}

/** @param root ends with a slash */
export function createAddresses(root: string): Addresses {
  const read = (path: string) => {
    const match = /^(\d+)\/([a-z][a-z0-9+.-]*)\/([^/?#]+)(\/.*)?$/s.exec(path);
    if (match === null) return null;
    const [, windowId = '', scheme = '', host = '', rest = '/'] = match;
    return { windowId: Number(windowId), url: `${scheme}://${host}${rest}` };
  };
  return {
    ofApp(windowId, url) {
      const { protocol, host, pathname, search, hash } = new URL(url);
      return `${root}${windowId}/${protocol.slice(0, -1)}/${host}${pathname}${search}${hash}`;
    },
    toApp: (address) =>
      address.startsWith(root) ? (read(address.slice(root.length))?.url ?? address) : address,
    read,
  };
}

/** A served document with a preload; it may open one socket. */
export interface ServedDocument {
  readonly window: HostWindow;
  /** The address of a foreign frame; null for the app's own document. */
  readonly foreignUrl: string | null;
}

export interface Documents {
  /** Returns a random id. */
  add(document: ServedDocument): string;
  find(id: string): ServedDocument | null;
}

export function createDocuments(): Documents {
  const documents = new Map<string, ServedDocument>();
  return {
    add(document) {
      const id = randomBytes(16).toString('hex');
      documents.set(id, document);
      return id;
    },
    find: (id) => documents.get(id) ?? null,
  };
}

interface Directive {
  readonly name: string;
  readonly values: readonly string[];
}

function parse(policy: string): Directive[] {
  return policy.split(';').flatMap((part) => {
    const [name, ...values] = part.trim().split(/\s+/);
    return name === undefined || name === '' ? [] : [{ name: name.toLowerCase(), values }];
  });
}

/**
 * The app's policy plus the socket of this document. The preload comes from the page's own origin, which `script-src 'self'`
 * already allows.
 *
 * @param socket the only address added
 */
function withSocket(policy: string, socket: string): string {
  const directives = parse(policy);
  const current =
    directives.find(({ name }) => name === 'connect-src') ??
    directives.find(({ name }) => name === 'default-src');
  // Without either directive, every connection is allowed already.
  if (current === undefined) return policy;
  const kept = current.values.filter((value) => value !== "'none'");
  const connect: Directive = { name: 'connect-src', values: [...kept, socket] };
  return [...directives.filter(({ name }) => name !== 'connect-src'), connect]
    .map(({ name, values }) => [name, ...values].join(' '))
    .join('; ');
}

/** The scripts that stand in for Electron's renderer, by path below the root. */
const FILES: readonly string[] = [
  'page/context-bridge.ts',
  'page/ipc-renderer.ts',
  'page/run-preload.ts',
  'page/window-events.ts',
  'wire/clone.ts',
];

/** One of these scripts as JavaScript; null for other paths. */
export function pageScript(path: string): string | null {
  if (!FILES.includes(path)) return null;
  return stripTypeScriptTypes(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
}

/** A module that runs the preload. @param socket the address of its document's socket */
function preloadScript(source: string, socket: string): string {
  return `import { runPreload } from '../page/run-preload.ts';
runPreload(${JSON.stringify(socket)}, function (require, module, exports, window, globalThis, self, process) {
${source}
});
`;
}

/** The document with a script before its own. */
function withScript(html: string, address: string): string {
  const script = `<script type="module" src="${address}"></script>`;
  const head = /<head[^>]*>/i.exec(html);
  if (head === null) return script + html;
  const end = head.index + head[0].length;
  return html.slice(0, end) + script + html.slice(end);
}

/** A frame that is not the app's but runs its preload. */
const FOREIGN_URL = 'https://foreign.example/';
const FOREIGN_PAGE = '<!doctype html><html lang="en"><head><title>Foreign</title></head></html>';

export interface AppPages {
  /** Serves a response of the app's protocol handler. @param path below the root, not decoded */
  serve(path: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Serves a foreign document with a window's preload. */
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
        // The window was destroyed: redirect to its successor.
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
