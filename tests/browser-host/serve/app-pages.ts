import { hash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { HostElectron } from '../electron/create-electron.ts';
import { NetError } from '../electron/network.ts';
import type { HostWindow } from '../electron/windows.ts';
import { answerScript, answerText } from './answer.ts';

/** The path of a page whose address has no host, such as `data:…`. */
const OPAQUE = 'opaque';

/** @param root ends with a slash */
export function createAddresses(root: string) {
  const read = (path: string) => {
    const match = /^(\d+)\/([a-z][a-z0-9+.-]*)\/([^/?#]+)(\/.*)?$/s.exec(path);
    if (match === null) return null;
    const [, windowId = '', scheme = '', host = '', rest = '/'] = match;
    return { windowId: Number(windowId), url: `${scheme}://${host}${rest}` };
  };
  return {
    /** `app://bundle/index.html` in window 1 is `<root>1/app/bundle/index.html`. */
    ofApp(windowId: number, url: string) {
      const { protocol, host, pathname, search, hash } = new URL(url);
      if (host === '') return `${root}${windowId}/${OPAQUE}`;
      return `${root}${windowId}/${protocol.slice(0, -1)}/${host}${pathname}${search}${hash}`;
    },
    /** The inverse; other addresses are returned unchanged. */
    toApp: (address: string) =>
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

export function createDocuments() {
  const documents = new Map<string, ServedDocument>();
  return {
    /** Returns a random id. */
    add(document: ServedDocument) {
      const id = randomBytes(16).toString('hex');
      documents.set(id, document);
      return id;
    },
    find: (id: string) => documents.get(id) ?? null,
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
  'page/emitter.ts',
  'page/ipc-renderer.ts',
  'page/run-preload.ts',
  'page/window-events.ts',
  'wire/clone.ts',
];

const STRIPPED = join(import.meta.dirname, '../../../node_modules/.cache/page-scripts');

/** TypeScript as JavaScript. Kept for other hosts: Node loads a compiler for it, a tenth of a host's start. */
function stripTypes(source: string): string {
  const file = join(STRIPPED, `${hash('sha256', process.version + source)}.js`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const stripped = stripTypeScriptTypes(source);
  mkdirSync(STRIPPED, { recursive: true });
  const written = `${file}.${randomUUID()}`;
  writeFileSync(written, stripped);
  renameSync(written, file);
  return stripped;
}

/** One of these scripts as JavaScript; null for other paths. */
export function pageScript(path: string): string | null {
  if (!FILES.includes(path)) return null;
  return stripTypes(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
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

/** @param root of all addresses, ends with a slash */
export function createAppPages(
  root: string,
  electron: HostElectron,
  addresses: Addresses,
  documents: Documents,
) {
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

  const find = (path: string) => {
    const [id, rest] = path.split('/');
    const window = electron.windows.find(Number(id));
    const url = rest === OPAQUE ? window?.contents.url() : addresses.read(path)?.url;
    return { window, url: url ?? null };
  };
  /** Node fetches `data:` itself. */
  const fetchPage = (url: string, method: string) =>
    url.startsWith('data:') ? fetch(url) : electron.defaultSession.protocol.answer(url, { method });

  return {
    /** Serves a response of the app's protocol handler. @param path below the root, not decoded */
    async serve(path: string, request: IncomingMessage, response: ServerResponse) {
      const { window, url } = find(path);
      if (window === null || url === null) {
        // The window was destroyed: redirect to its successor.
        response.writeHead(302, { location: root }).end();
        return;
      }
      const purpose = request.headers['sec-fetch-dest'];
      const answer = await fetchPage(url, request.method ?? 'GET').catch((error: unknown) => {
        const code = error instanceof NetError ? error.message.replace('net::', '') : 'ERR_FAILED';
        if (purpose === 'document') window.contents.fail(code);
        throw error;
      });
      const headers = new Headers(answer.headers);
      const isHtml = headers.get('content-type')?.startsWith('text/html') ?? false;
      if (isHtml && purpose !== 'iframe' && answer.ok) {
        sendDocument(window, null, await answer.text(), headers, response, answer.status);
        return;
      }
      response.writeHead(answer.status, Object.fromEntries(headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    },
    /** Serves a foreign document with a window's preload. */
    serveForeign(window: HostWindow, response: ServerResponse) {
      const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
      sendDocument(window, FOREIGN_URL, FOREIGN_PAGE, headers, response, 200);
    },
    servePreload(documentId: string, response: ServerResponse) {
      const source = documents.find(documentId)?.window.preload ?? null;
      if (source === null) answerText(response, 404, 'No such document');
      else answerScript(response, preloadScript(source, socketOf(documentId)));
    },
  };
}

export type AppPages = ReturnType<typeof createAppPages>;

export type Documents = ReturnType<typeof createDocuments>;

/** Maps the app's addresses to those of this server. */
export type Addresses = ReturnType<typeof createAddresses>;
