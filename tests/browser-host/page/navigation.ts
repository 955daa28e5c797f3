import type { Connection } from './connection.ts';

/** Leaving the document is main's to allow, through `will-navigate` and the window open handler, as in Electron. */
export function guardNavigation(connection: Connection): void {
  const asked = new Map<number, string>();
  let count = 0;
  let allowed: string | null = null;

  connection.onMessage((message) => {
    if (message.type !== 'navigation') return;
    const url = asked.get(message.id);
    asked.delete(message.id);
    if (url === undefined || !message.isAllowed) return;
    allowed = url;
    location.href = url;
  });

  navigation.addEventListener('navigate', (event) => {
    const { url } = event.destination;
    const isReload = event.navigationType === 'reload' || url === location.href;
    if (event.destination.sameDocument || isReload || url === allowed) return;
    if (!event.cancelable) return;
    event.preventDefault();
    const id = count++;
    asked.set(id, url);
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
