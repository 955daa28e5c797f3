import { decodeClone, encodeClone } from '../wire/clone.ts';
import type { HostMessage, PageMessage } from '../wire/messages.ts';
import { strictModule } from './context-bridge.ts';
import { emitterMethods } from './emitter.ts';

/** The socket to the host. */
export interface Connection {
  /** Queued until the socket is open. */
  send(message: PageMessage): void;
  onMessage(listener: (message: HostMessage) => void): void;
}

/** @param address of this document's socket */
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

interface Waiting {
  readonly channel: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

function listOf(text: string): readonly unknown[] {
  const value = decodeClone(text);
  return Array.isArray(value) ? value : [];
}

/** Electron's `ipcRenderer`. */
export function createIpcRenderer(connection: Connection): object {
  const waiting = new Map<number, Waiting>();
  const emitter = emitterMethods(() => ipcRenderer);
  let count = 0;

  connection.onMessage((message) => {
    if (message.type === 'message') {
      emitter.emit(message.channel, { sender: ipcRenderer, ports: [] }, ...listOf(message.args));
    } else if (message.type === 'reply' || message.type === 'failure') {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.type === 'reply') call?.resolve(decodeClone(message.value));
      else {
        const text = `Error invoking remote method '${call?.channel}': ${message.message}`;
        call?.reject(new Error(text));
      }
    }
  });

  const ipcRenderer: object = strictModule('ipcRenderer', {
    ...emitter,
    invoke(channel: string, ...args: unknown[]) {
      // Throws synchronously for what cannot be cloned, as in Electron.
      const text = encodeClone(args);
      const id = count++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { channel, resolve, reject });
        connection.send({ type: 'invoke', id, channel, args: text });
      });
    },
    send(channel: string, ...args: unknown[]) {
      connection.send({ type: 'send', channel, args: encodeClone(args) });
    },
  });
  return ipcRenderer;
}
