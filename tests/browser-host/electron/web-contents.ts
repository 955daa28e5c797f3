import { z } from 'zod';
import { decodeClone, encodeClone } from '../wire/clone.ts';
import type { HostMessage, PageMessage } from '../wire/messages.ts';
import type { HostIpcMain, Traffic } from './ipc-main.ts';
import { printError, type Runtime, soon } from './runtime.ts';
import {
  argument,
  NotImplementedError,
  preventableEvent,
  strict,
  strictEmitter,
} from './strict.ts';

/** Electron's `WebFrameMain`. @param url its current address, as the app knows it */
function createFrame(
  url: () => string,
  send: (channel: unknown, ...args: unknown[]) => void,
  parent: object | null,
  isGone: () => boolean,
): object {
  const members = {
    get url() {
      return url();
    },
    get origin() {
      // As Chromium serializes an opaque origin.
      if (!URL.canParse(url()) || url().startsWith('data:')) return 'null';
      const { protocol, host } = new URL(url());
      return `${protocol}//${host}`;
    },
    get parent() {
      return parent;
    },
    get top() {
      return parent ?? frame;
    },
    get detached() {
      return isGone();
    },
    processId: 1,
    routingId: 1,
    frameTreeNodeId: parent === null ? 1 : 2,
    isDestroyed: isGone,
    send,
  };
  const gone = new Error('Render frame was disposed before WebFrameMain could be accessed');
  const frame: object = strict('WebFrameMain', members, { gone: () => (isGone() ? gone : null) });
  return frame;
}

const EVENTS = [
  ...['will-frame-navigate', 'will-navigate', 'render-process-gone', 'destroyed'],
  // Never emitted: the browser owns the page, and reports no webviews or redirects.
  ...['will-redirect', 'will-attach-webview', 'unresponsive', 'preload-error', 'console-message'],
];

const openHandler = z.custom<(details: object) => unknown>((value) => typeof value === 'function');

const webRtcPolicies = z.enum([
  ...['default', 'default_public_interface_only'],
  ...['default_public_and_private_interfaces', 'disable_non_proxied_udp'],
] as const);

/** What a page sees of its window. */
export interface Visibility {
  /** Whether it is on the screen. */
  readonly isShown: boolean;
  /** `document.visibilityState`. */
  readonly isVisible: boolean;
}

/** One browser's view of a window. */
export interface Page {
  send(message: HostMessage): void;
  /** The address of a foreign frame; null for the app's own page. */
  readonly foreignUrl: string | null;
}

export interface ContentsOptions {
  readonly id: number;
  readonly runtime: Runtime;
  readonly ipcMain: HostIpcMain;
  readonly traffic: Traffic;
  readonly session: object;
  readonly canLoad: (url: URL) => boolean;
  readonly address: (windowId: number, url: string) => string;
  /** The app's address of a browser's. */
  readonly appUrl: (address: string) => string;
  readonly emit: (event: 'render-process-gone', ...args: unknown[]) => void;
  readonly onLoaded: () => void;
}

/** Chromium's numbers of the errors that can be caused here. */
const NET_ERRORS = new Map([
  ['ERR_FAILED', -2],
  ['ERR_ABORTED', -3],
  ['ERR_UNEXPECTED', -9],
  ['ERR_CONNECTION_REFUSED', -102],
  ['ERR_NAME_NOT_RESOLVED', -105],
  ['ERR_INTERNET_DISCONNECTED', -106],
  ['ERR_INVALID_URL', -300],
]);

interface Loading extends PromiseWithResolvers<void> {
  readonly url: string;
}

/** The rejection of `loadURL` (electron/electron, `lib/browser/api/web-contents.ts`). */
function loadError(code: string, url: string): Error {
  const errno = NET_ERRORS.get(code) ?? -2;
  const error = new Error(`${code} (${errno}) loading '${url.slice(0, 2048)}'`);
  return Object.assign(error, { errno, code, url });
}

export function createContents(options: ContentsOptions) {
  const { runtime, traffic } = options;
  const pages = new Set<Page>();
  let decide: ((details: object) => unknown) | null = null;
  let url = '';
  let loading: Loading | null = null;
  let visibility: Visibility = { isShown: false, isVisible: true };
  let onTitle: (title: string) => void = () => {};
  let webRtcPolicy: z.infer<typeof webRtcPolicies> = 'default';
  let isDestroyed = false;

  const send = (channel: unknown, ...args: unknown[]) => {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument');
    let text: string;
    try {
      text = encodeClone(args);
    } catch (error) {
      printError('Error sending from webFrameMain: ', error);
      return;
    }
    const own = [...pages].filter(({ foreignUrl }) => foreignUrl === null);
    if (own.length === 0) return;
    traffic.add('toPage', channel, text);
    for (const page of own) page.send({ type: 'message', channel, args: text });
  };
  const mainFrame = createFrame(
    () => url,
    send,
    null,
    () => isDestroyed,
  );
  const frames = new WeakMap<Page, object>();
  const frameOf = (page: Page): object => {
    const { foreignUrl } = page;
    if (foreignUrl === null) return mainFrame;
    const known = frames.get(page);
    if (known) return known;
    const isGone = () => isDestroyed || !pages.has(page);
    const frame = createFrame(() => foreignUrl, send, mainFrame, isGone);
    frames.set(page, frame);
    return frame;
  };

  const settle = (code: string | null, failedUrl: string) => {
    const ended = loading;
    loading = null;
    if (code === null) ended?.resolve();
    else ended?.reject(loadError(code, failedUrl));
  };
  const fail = (code: string) => {
    const failedUrl = loading?.url ?? url;
    settle(code, failedUrl);
  };
  /** Why an address cannot be loaded; null: it can. */
  const refusal = (next: string): string | null => {
    const target = URL.parse(next);
    if (target === null) return 'ERR_INVALID_URL';
    return options.canLoad(target) ? runtime.failure('BrowserWindow.loadURL') : 'ERR_FAILED';
  };
  const load = (next: unknown): Promise<void> => {
    const wanted = argument('BrowserWindow.loadURL', z.string(), next);
    const started: Loading = { ...Promise.withResolvers<void>(), url: wanted };
    // As in Electron, a rejection that is not awaited is no error.
    started.promise.catch(() => {});
    if (loading !== null) settle('ERR_ABORTED', wanted);
    loading = started;
    const problem = refusal(wanted);
    if (problem !== null) {
      soon(() => loading === started && fail(problem));
      return started.promise;
    }
    url = new URL(wanted).href;
    const address = options.address(options.id, url);
    for (const page of pages) page.send({ type: 'load', address });
    return started.promise;
  };

  const { object: proxy, emit } = strictEmitter(
    runtime,
    'WebContents',
    EVENTS,
    {
      id: options.id,
      get session() {
        return options.session;
      },
      get mainFrame() {
        return mainFrame;
      },
      send,
      loadURL: load,
      getURL: () => url,
      isDestroyed: () => isDestroyed,
      getWebRTCIPHandlingPolicy: () => webRtcPolicy,
      setWebRTCIPHandlingPolicy(policy: unknown) {
        webRtcPolicy = argument('WebContents.setWebRTCIPHandlingPolicy', webRtcPolicies, policy);
      },
      setWindowOpenHandler(handler: unknown) {
        decide = argument('WebContents.setWindowOpenHandler', openHandler, handler);
      },
    },
    { gone: () => (isDestroyed ? new TypeError('Object has been destroyed') : null) },
  );

  const eventOf = (page: Page) =>
    strict('IpcMainEvent', {
      ...preventableEvent(),
      type: 'frame',
      sender: proxy,
      // Null once the page has navigated or was closed.
      get senderFrame() {
        return pages.has(page) ? frameOf(page) : null;
      },
      frameId: 1,
      processId: 1,
    });
  const listOf = (text: string): readonly unknown[] => {
    const args = decodeClone(text);
    return Array.isArray(args) ? args : [];
  };
  const invoke = async (page: Page, id: number, channel: string, args: string) => {
    traffic.add('toMain', channel, args);
    let answer: HostMessage;
    try {
      const value = await options.ipcMain.invoke(channel, eventOf(page), listOf(args));
      traffic.add('toPage', channel, value);
      answer = { type: 'reply', id, value };
    } catch (error) {
      traffic.add('toPage', channel, String(error));
      answer = { type: 'failure', id, message: String(error) };
    }
    if (pages.has(page)) page.send(answer);
  };
  const receiveMessage = (page: Page, channel: string, args: string) => {
    traffic.add('toMain', channel, args);
    options.ipcMain.send(channel, eventOf(page), listOf(args));
  };
  const navigate = (page: Page, id: number, address: string) => {
    const target = options.appUrl(address);
    // Electron emits both for the main frame; either may prevent it.
    const isAllowed = (['will-frame-navigate', 'will-navigate'] as const).every((event) => {
      const details = preventableEvent({
        ...{ url: target, isMainFrame: true, isSameDocument: false },
        ...{ frame: mainFrame, initiator: mainFrame },
      });
      emit(event, details, target, false, true, 1, 1);
      return !details.defaultPrevented;
    });
    page.send({ type: 'navigation', id, isAllowed });
  };
  const open = (address: string, frameName: string) => {
    const details = {
      ...{ url: options.appUrl(address), frameName, features: '' },
      ...{ disposition: 'new-window', referrer: { url: '', policy: 'no-referrer' } },
    };
    const response = decide === null ? { action: 'allow' } : decide(details);
    const action: unknown = Reflect.get(Object(response), 'action');
    if (action === 'allow') throw new NotImplementedError('a window that a page opens');
    if (action !== 'deny')
      printError('The window open handler response must be an object with an action: ', action);
  };
  const detachAll = () => {
    for (const page of pages) page.send({ type: 'closed' });
    pages.clear();
  };

  return {
    proxy,
    pages,
    /** As loaded by main; empty before. */
    url: () => url,
    webRtcPolicy: () => webRtcPolicy,
    load,
    /** Call when the page cannot be loaded. */
    fail,
    /** Call when a page's socket has opened. */
    attach(page: Page) {
      pages.add(page);
      page.send({ type: 'visible', ...visibility });
    },
    detach: (page: Page) => void pages.delete(page),
    async receive(page: Page, message: PageMessage) {
      // A message of a window that is gone, or of a page that has left it.
      if (!pages.has(page)) return;
      switch (message.type) {
        case 'invoke':
          return invoke(page, message.id, message.channel, message.args);
        case 'send':
          return receiveMessage(page, message.channel, message.args);
        case 'loaded':
          settle(null, url);
          return options.onLoaded();
        case 'title':
          return onTitle(message.title);
        case 'navigate':
          return navigate(page, message.id, message.url);
        case 'open':
          return open(message.url, message.frameName);
      }
    },
    setVisible(next: Visibility) {
      visibility = next;
      for (const page of pages) page.send({ type: 'visible', ...visibility });
    },
    onTitle(listener: (title: string) => void) {
      onTitle = listener;
    },
    /** Ends the page's process. */
    crash(reason: string) {
      detachAll();
      const details = { reason, exitCode: reason === 'clean-exit' ? 0 : 139 };
      const event = preventableEvent();
      emit('render-process-gone', event, details);
      options.emit('render-process-gone', event, proxy, details);
    },
    destroy() {
      isDestroyed = true;
      detachAll();
      emit('destroyed');
      if (loading !== null) settle('ERR_FAILED', loading.url);
    },
  };
}

export type HostContents = ReturnType<typeof createContents>;
