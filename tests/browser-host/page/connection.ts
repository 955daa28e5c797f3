import type { HostMessage, PageMessage } from '../wire/messages.ts';

/** The way from this page to the host. */
export interface Connection {
  /** Keeps the message until the socket is open. */
  send(message: PageMessage): void;
  onMessage(listener: (message: HostMessage) => void): void;
}

/** @param address of the socket, which is good for this one document */
export function connect(address: string): Connection {
  const socket = new WebSocket(address);
  const waiting: string[] = [];
  const listeners: ((message: HostMessage) => void)[] = [];
  socket.addEventListener('open', () => {
    for (const text of waiting.splice(0)) socket.send(text);
  });
  socket.addEventListener('message', ({ data }) => {
    const message: HostMessage = JSON.parse(String(data));
    for (const listener of listeners) listener(message);
  });
  return {
    send(message) {
      const text = JSON.stringify(message);
      if (socket.readyState === WebSocket.CONNECTING) waiting.push(text);
      else socket.send(text);
    },
    onMessage: (listener) => void listeners.push(listener),
  };
}
