import type { Connection } from './connection.ts';

/** Tells the page what its window and the machine go through, and the host how far the page has come. */
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
        if (isVisible === message.isVisible) return;
        isVisible = message.isVisible;
        // Nobody sees or clicks what stands in a hidden window.
        document.documentElement.hidden = !isVisible;
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
    connection.send({ type: 'domReady' });
    connection.send({ type: 'title', title: document.title });
  });
  window.addEventListener('load', () => connection.send({ type: 'loaded' }));
}
