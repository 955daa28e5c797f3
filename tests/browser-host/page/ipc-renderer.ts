import { decodeClone, encodeClone } from '../wire/clone.ts';
import type { Connection } from './connection.ts';
import { strictModule } from './strict-module.ts';

type Listener = (event: object, ...args: unknown[]) => void;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

function listOf(args: string): readonly unknown[] {
  const list = decodeClone(args);
  return Array.isArray(list) ? list : [];
}

/** The `ipcRenderer` of a preload, over a socket. */
export function createIpcRenderer(connection: Connection): object {
  const waiting = new Map<number, Waiting & { readonly channel: string }>();
  const listeners = new Map<string, Set<Listener>>();
  let count = 0;

  connection.onMessage((message) => {
    if (message.type === 'message') {
      const event = { sender: ipcRenderer, ports: [] };
      const args = listOf(message.args);
      for (const listener of [...(listeners.get(message.channel) ?? [])]) listener(event, ...args);
    } else if (message.type === 'reply' || message.type === 'failure') {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.type === 'reply') asked?.resolve(decodeClone(message.value));
      else {
        const words = `Error invoking remote method '${asked?.channel}': ${message.message}`;
        asked?.reject(new Error(words));
      }
    }
  });

  const on = (channel: string, listener: Listener) => {
    const set = listeners.get(channel) ?? new Set();
    listeners.set(channel, set.add(listener));
    return ipcRenderer;
  };
  const off = (channel: string, listener: Listener) => {
    listeners.get(channel)?.delete(listener);
    return ipcRenderer;
  };
  const ipcRenderer: object = strictModule('ipcRenderer', {
    invoke(channel: string, ...args: unknown[]) {
      // Outside the promise, as in Electron: what cannot be cloned is the caller's mistake, and throws.
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
    on,
    addListener: on,
    off,
    removeListener: off,
    once(channel: string, listener: Listener) {
      const once: Listener = (event, ...args) => {
        off(channel, once);
        listener(event, ...args);
      };
      return on(channel, once);
    },
    removeAllListeners(channel: string) {
      listeners.delete(channel);
      return ipcRenderer;
    },
  });
  return ipcRenderer;
}
