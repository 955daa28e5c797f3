/** The service name of all our items in the keychain. Changing it orphans every stored credential. */
export const SERVICE_NAME = 'GPU Tray';

export type KeytarRequest =
  | { readonly id: number; readonly op: 'get' | 'delete'; readonly item: string }
  | { readonly id: number; readonly op: 'set'; readonly item: string; readonly value: string };

/** Whether a message of the parent is a call. By hand: loading zod would take half of this process's start. */
export function isKeytarRequest(message: unknown): message is KeytarRequest {
  if (typeof message !== 'object' || message === null) return false;
  const sent = new Map<string, unknown>(Object.entries(message));
  const hasText = (name: string) => typeof sent.get(name) === 'string';
  const op = sent.get('op');
  const isKnown = op === 'get' || op === 'delete' || (op === 'set' && hasText('value'));
  return isKnown && typeof sent.get('id') === 'number' && hasText('item');
}

export interface ParentChannel {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** A process with Electron's `parentPort` in a utility process; core does not import Electron. */
type HelperSelf = NodeJS.Process & {
  readonly parentPort?: {
    postMessage(message: unknown): void;
    on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  };
};

/** The channel to the parent, in Electron's utility process or a forked one; `undefined` in any other. */
export function parentChannel(self: HelperSelf): ParentChannel | undefined {
  const port = self.parentPort;
  if (port !== undefined) {
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => void port.on('message', (event) => listener(event.data)),
    };
  }
  if (typeof self.send !== 'function') return undefined;
  // An orderly exit would wait for a keychain call in progress. Electron ends its utility processes itself.
  self.once('disconnect', () => self.kill(self.pid, 'SIGKILL'));
  return {
    // Ignores the error of a closed channel, which `disconnect` handles.
    send: (message) => void self.send?.(message, undefined, undefined, () => {}),
    onMessage: (listener) => void self.on('message', listener),
  };
}
