import type { TrafficMessage } from '../host-state.ts';
import { encodeClone } from '../wire/clone.ts';
import { emitter, strict } from './strict.ts';

/** Every message between main and the pages. */
export interface Traffic {
  add(direction: TrafficMessage['direction'], channel: string, content: string): void;
  messages(): readonly TrafficMessage[];
}

/** Older messages are dropped. */
const MAX_MESSAGES = 50_000;

export function createTraffic(): Traffic {
  const messages: TrafficMessage[] = [];
  return {
    add(direction, channel, content) {
      messages.push({ direction, channel, content });
      if (messages.length > MAX_MESSAGES) messages.shift();
    },
    messages: () => messages,
  };
}

type Handler = (event: object, ...args: unknown[]) => unknown;
type Listener = (event: object, ...args: unknown[]) => void;

export interface HostIpcMain {
  readonly module: object;
  /** Resolves to the handler's encoded result. Rejects with Electron's error message. */
  invoke(channel: string, event: object, args: readonly unknown[]): Promise<string>;
  send(channel: string, event: object, args: readonly unknown[]): void;
}

/** `ipcMain`: one handler per channel, any number of listeners. */
export function createIpcMain(): HostIpcMain {
  const handlers = new Map<string, Handler>();
  const channels = new Map<string, ReturnType<typeof emitter>>();
  const at = (channel: string) => {
    const found = channels.get(channel) ?? emitter('ipcMain', [channel], () => module);
    channels.set(channel, found);
    return found.methods;
  };
  const module: object = strict('ipcMain', {
    handle(channel: string, handler: Handler) {
      if (handlers.has(channel)) {
        throw new Error(`Attempted to register a second handler for '${channel}'`);
      }
      if (typeof handler !== 'function') {
        throw new TypeError(`Expected handler to be a function, but found ${typeof handler}`);
      }
      handlers.set(channel, handler);
    },
    removeHandler: (channel: string) => void handlers.delete(channel),
    on: (channel: string, listener: Listener) => at(channel).on(channel, listener),
    once: (channel: string, listener: Listener) => at(channel).once(channel, listener),
    off: (channel: string, listener: Listener) => at(channel).off(channel, listener),
    removeListener: (channel: string, listener: Listener) => at(channel).off(channel, listener),
    removeAllListeners: (channel: string) => at(channel).removeAllListeners(channel),
  });
  return {
    module,
    async invoke(channel, event, args) {
      const handler = handlers.get(channel);
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      return encodeClone(await handler(event, ...args));
    },
    send: (channel, event, args) => channels.get(channel)?.emit(channel, event, ...args),
  };
}
