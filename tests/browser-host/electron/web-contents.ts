import { z } from 'zod';
import { decodeClone, encodeClone } from '../wire/clone.ts';
import type { HostMessage, PageMessage } from '../wire/messages.ts';
import type { HostIpcMain, Traffic } from './ipc-main.ts';
import { argument, emitter, NotImplementedError, preventableEvent, strict } from './strict.ts';

/** Electron's `WebFrameMain`. @param url its current address, as the app knows it */
function createFrame(
  url: () => string,
  send: (channel: string, ...args: unknown[]) => void,
  parent: object | null,
): object {
  const frame: object = strict('WebFrameMain', {
    get url() {
      return url();
    },
    get origin() {
      const { protocol, host } = new URL(url());
      return `${protocol}//${host}`;
    },
    parent,
    get top() {
      return parent ?? frame;
    },
    detached: false,
    processId: 1,
    routingId: 1,
    frameTreeNodeId: 1,
    isDestroyed: () => false,
    send,
  });
  return frame;
}

const EVENTS = [
  'did-start-navigation',
  'did-navigate',
  'dom-ready',
  'did-finish-load',
  'will-navigate',
  'will-frame-navigate',
  'page-title-updated',
  'destroyed',
  // Never emitted: the browser owns the page, and reports no webviews, redirects or crashes.
  'will-redirect',
  'will-attach-webview',
  'render-process-gone',
  'unresponsive',
  'did-fail-load',
  'preload-error',
  'console-message',
] as const;

const decision = z.strictObject({ action: z.enum(['deny', 'allow']) });
const openHandler = z.custom<(details: object) => unknown>((value) => typeof value === 'function');

/** One browser's view of a window. */
export interface Page {
  send(message: HostMessage): void;
  /** The address of a foreign frame; null for the app's own page. */
  readonly foreignUrl: string | null;
}

export interface HostContents {
  /** Electron's `WebContents`. */
  readonly proxy: object;
  readonly pages: ReadonlySet<Page>;
  /** Call when a page's socket has opened. */
  attach(page: Page): void;
  detach(page: Page): void;
  receive(page: Page, message: PageMessage): Promise<void>;
  title(): string;
  destroy(): void;
}

export interface ContentsOptions {
  readonly id: number;
  readonly ipcMain: HostIpcMain;
  readonly traffic: Traffic;
  readonly session: object;
  /** As loaded by main. */
  readonly url: () => string;
  /** The app's address of a browser's. */
  readonly appUrl: (address: string) => string;
  readonly onLoaded: () => void;
}

export function createContents(options: ContentsOptions): HostContents {
  const { ipcMain, traffic, url } = options;
  const pages = new Set<Page>();
  const events = emitter('WebContents', EVENTS, () => proxy);
  let decide: ((details: object) => unknown) | null = null;
  let title = '';
  let isDestroyed = false;

  const send = (channel: string, ...args: unknown[]) => {
    if (isDestroyed) throw new TypeError('Object has been destroyed');
    // Throws, while Electron only prints: the message is lost in either.
    const text = encodeClone(args);
    if (pages.size === 0) return;
    traffic.add('toPage', channel, text);
    for (const page of pages) {
      if (page.foreignUrl === null) page.send({ type: 'message', channel, args: text });
    }
  };
  const mainFrame = createFrame(url, send, null);
  const frames = new WeakMap<Page, object>();
  const frameOf = (page: Page): object => {
    const { foreignUrl } = page;
    if (foreignUrl === null) return mainFrame;
    const known = frames.get(page);
    if (known) return known;
    const frame = createFrame(() => foreignUrl, send, mainFrame);
    frames.set(page, frame);
    return frame;
  };
  const proxy: object = strict('WebContents', {
    ...events.methods,
    id: options.id,
    session: options.session,
    mainFrame,
    send,
    getURL: url,
    isDestroyed: () => isDestroyed,
    setWindowOpenHandler(handler: unknown) {
      decide = argument('WebContents.setWindowOpenHandler', openHandler, handler);
    },
  });

  const eventOf = (page: Page) =>
    strict('IpcMainEvent', {
      type: 'frame',
      sender: proxy,
      senderFrame: frameOf(page),
      frameId: 1,
      processId: 1,
      ...preventableEvent(),
    });
  const listOf = (text: string): readonly unknown[] => {
    const args = decodeClone(text);
    return Array.isArray(args) ? args : [];
  };
  const invoke = async (page: Page, id: number, channel: string, args: string) => {
    traffic.add('toMain', channel, args);
    try {
      const value = await ipcMain.invoke(channel, eventOf(page), listOf(args));
      traffic.add('toPage', channel, value);
      page.send({ type: 'reply', id, value });
    } catch (error) {
      traffic.add('toPage', channel, String(error));
      page.send({ type: 'failure', id, message: String(error) });
    }
  };
  const navigate = (page: Page, id: number, address: string) => {
    const target = options.appUrl(address);
    // Electron emits both for the main frame; either may prevent it.
    const isAllowed = (['will-navigate', 'will-frame-navigate'] as const).every((event) => {
      const details = preventableEvent({ url: target, isMainFrame: true, isSameDocument: false });
      events.emit(event, details, target);
      return !details.defaultPrevented;
    });
    page.send({ type: 'navigation', id, isAllowed });
  };
  const open = (address: string, frameName: string) => {
    const details = {
      url: options.appUrl(address),
      frameName,
      features: '',
      disposition: 'new-window',
    };
    const { action } =
      decide === null ? { action: 'allow' } : decision.parse(decide({ ...details, referrer: {} }));
    if (action === 'allow') throw new NotImplementedError('a window that a page opens');
  };

  return {
    proxy,
    pages,
    attach(page) {
      pages.add(page);
      if (page.foreignUrl !== null) return;
      const details = { url: url(), isMainFrame: true, isSameDocument: false, frame: mainFrame };
      events.emit('did-start-navigation', preventableEvent(details), url(), false, true);
      events.emit('did-navigate', preventableEvent(), url(), 200, 'OK');
    },
    detach: (page) => void pages.delete(page),
    async receive(page, message) {
      switch (message.type) {
        case 'invoke':
          return invoke(page, message.id, message.channel, message.args);
        case 'send':
          traffic.add('toMain', message.channel, message.args);
          return ipcMain.send(message.channel, eventOf(page), listOf(message.args));
        case 'domReady':
          return events.emit('dom-ready', preventableEvent());
        case 'loaded':
          events.emit('did-finish-load', preventableEvent());
          return options.onLoaded();
        case 'title':
          title = message.title;
          return events.emit('page-title-updated', preventableEvent(), title, true);
        case 'navigate':
          return navigate(page, message.id, message.url);
        case 'open':
          return open(message.url, message.frameName);
      }
    },
    title: () => title,
    destroy() {
      isDestroyed = true;
      for (const page of pages) page.send({ type: 'closed' });
      pages.clear();
      events.emit('destroyed');
    },
  };
}
