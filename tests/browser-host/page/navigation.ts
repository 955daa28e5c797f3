import type { Connection } from './connection.ts';

/**
 * Leaving the document, or loading it anew, is main's to allow, through `will-navigate` and the window open handler, as in
 * Electron. What main itself loads is not asked for, nor is a reload with the browser's own button, which no page hears of.
 */
export function guardNavigation(connection: Connection): void {
  const asked = new Map<number, { readonly url: string; readonly isReload: boolean }>();
  let count = 0;
  let allowed: string | null = null;

  connection.onMessage((message) => {
    if (message.type === 'load') allowed = message.address;
    if (message.type !== 'navigation') return;
    const wish = asked.get(message.id);
    asked.delete(message.id);
    if (wish === undefined || !message.isAllowed) return;
    allowed = wish.url;
    if (wish.isReload) location.reload();
    else location.href = wish.url;
  });

  navigation.addEventListener('navigate', (event) => {
    const { url } = event.destination;
    if (event.destination.sameDocument || url === allowed || !event.cancelable) return;
    event.preventDefault();
    const id = count++;
    asked.set(id, { url, isReload: event.navigationType === 'reload' });
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
