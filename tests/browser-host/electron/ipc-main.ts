import type { TrafficMessage } from '../host-state.ts';
import { encodeClone } from '../wire/clone.ts';
import { printError, type Runtime } from './runtime.ts';
import { strictEmitter } from './strict.ts';

/** Characters of all messages; older ones are dropped. One patch of ten thousand VMs has 20 million. */
export const MAX_TRAFFIC = 32_000_000;

export function createTraffic() {
  const messages: TrafficMessage[] = [];
  let size = 0;
  return {
    add(direction: TrafficMessage['direction'], channel: string, content: string) {
      messages.push({ direction, channel, content });
      size += content.length;
      while (size > MAX_TRAFFIC) size -= messages.shift()?.content.length ?? 0;
    },
    messages: () => messages,
  };
}

type Handler = (event: object, ...args: unknown[]) => unknown;

/** `ipcMain`: one handler per channel, several listeners. */
export function createIpcMain(runtime: Pick<Runtime, 'uncaught'>) {
  const handlers = new Map<string, Handler>();
  const ipc = strictEmitter(runtime, 'ipcMain', null, {
    handle(channel: string, handler: Handler) {
      if (handlers.has(channel))
        throw new Error(`Attempted to register a second handler for '${channel}'`);
      if (typeof handler !== 'function')
        throw new TypeError(
          `Expected handler to be a function, but found type '${typeof handler}'`,
        );
      handlers.set(channel, handler);
    },
    removeHandler: (channel: string) => void handlers.delete(channel),
  });
  // A channel of this name throws nothing.
  ipc.object.on('error', () => {});
  return {
    module: ipc.object,
    /** Resolves to the handler's encoded result. Rejects with Electron's error message. */
    async invoke(channel: string, event: object, args: readonly unknown[]) {
      const handler = handlers.get(channel);
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      try {
        return encodeClone(await handler(event, ...args));
      } catch (error) {
        printError(`Error occurred in handler for '${channel}': `, error);
        throw error;
      }
    },
    send: (channel: string, event: object, args: readonly unknown[]) =>
      ipc.emit(channel, event, ...args),
  };
}

/** Every message between main and the pages. */
export type Traffic = ReturnType<typeof createTraffic>;

export type HostIpcMain = ReturnType<typeof createIpcMain>;
