import type { Connection } from './ipc-renderer.ts';

/** Applies the window's and the system's state to the page, and reports the page's progress to the host. */
export function followSurroundings(connection: Connection): void {
  let isOnline = navigator.onLine;
  Object.defineProperty(navigator, 'onLine', { get: () => isOnline });
  let isVisible = true;
  Object.defineProperty(document, 'hidden', { get: () => !isVisible });
  Object.defineProperty(document, 'visibilityState', {
    get: () => (isVisible ? 'visible' : 'hidden'),
  });

  connection.onMessage((message) => {
    switch (message.type) {
      case 'visible':
        document.documentElement.hidden = !message.isShown;
        if (isVisible === message.isVisible) return;
        isVisible = message.isVisible;
        document.dispatchEvent(new Event('visibilitychange'));
        return;
      case 'online':
        if (isOnline === message.isOnline) return;
        isOnline = message.isOnline;
        window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
        return;
      case 'load':
        location.replace(message.address);
        return;
      case 'closed':
        document.documentElement.hidden = true;
        document.title = 'Window closed';
        return;
      default:
    }
  });

  document.addEventListener('DOMContentLoaded', () => {
    connection.send({ type: 'title', title: document.title });
  });
  window.addEventListener('load', () => connection.send({ type: 'loaded' }));
}

/**
 * Lets main allow or prevent navigation, reloads and new windows, as in Electron. Not covered: what main itself loads, and the
 * browser's own reload button, which emits no event.
 */
export function guardNavigation(connection: Connection): void {
  const pending = new Map<number, { readonly url: string; readonly isReload: boolean }>();
  let count = 0;
  let allowed: string | null = null;

  connection.onMessage((message) => {
    if (message.type === 'load') allowed = message.address;
    if (message.type !== 'navigation') return;
    const request = pending.get(message.id);
    pending.delete(message.id);
    if (request === undefined || !message.isAllowed) return;
    allowed = request.url;
    if (request.isReload) location.reload();
    else location.href = request.url;
  });

  navigation.addEventListener('navigate', (event) => {
    const { url } = event.destination;
    if (event.destination.sameDocument || url === allowed || !event.cancelable) return;
    event.preventDefault();
    const id = count++;
    pending.set(id, { url, isReload: event.navigationType === 'reload' });
    connection.send({ type: 'navigate', id, url });
  });

  const open = (url: string, frameName: string) => {
    connection.send({ type: 'open', url: new URL(url, location.href).href, frameName });
    return null;
  };
  Object.defineProperty(window, 'open', {
    value: (url: unknown = 'about:blank', frameName: unknown = '') =>
      open(String(url), String(frameName)),
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[target]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.target === '_self') return;
    event.preventDefault();
    open(link.href, link.target);
  });
}
