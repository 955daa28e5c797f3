import { z } from 'zod';

/** The service name of all our items in the keychain. Changing it orphans every stored credential. */
export const SERVICE_NAME = 'GPU Tray';

const id = z.int().nonnegative();
const item = z.string().min(1).max(200);

/** A call to the keytar process. */
export const KeytarRequest = z.discriminatedUnion('op', [
  z.strictObject({ id, op: z.literal('get'), item }),
  z.strictObject({ id, op: z.literal('set'), item, value: z.string().min(1) }),
  z.strictObject({ id, op: z.literal('delete'), item }),
]);
export type KeytarRequest = z.infer<typeof KeytarRequest>;

/**
 * A message of the keytar process: `ready` once, then one reply per call, with the value (`get`: text or `null`; `set`: `null`;
 * `delete`: whether an item was deleted) or with the keychain's error text.
 */
export const KeytarReply = z.union([
  z.strictObject({ ready: z.literal(true) }),
  z.strictObject({ id, value: z.union([z.string(), z.boolean(), z.null()]) }),
  z.strictObject({ id, refusal: z.string() }),
]);
export type KeytarReply = z.infer<typeof KeytarReply>;

/** The channel from a helper process to the process that started it. */
export interface ParentChannel {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** Electron's `process.parentPort` in a utility process; core does not import Electron. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
}

function isParentPort(value: unknown): value is ParentPort {
  return (
    typeof value === 'object' &&
    value !== null &&
    'postMessage' in value &&
    typeof value.postMessage === 'function' &&
    'on' in value &&
    typeof value.on === 'function'
  );
}

/**
 * The channel to the parent: `process.parentPort` in Electron's utility process, `process.send` in a forked one, `undefined`
 * otherwise.
 *
 * A forked process kills itself when its parent has exited: an orderly exit joins the thread pool and would wait for a
 * keychain call in progress. Electron ends its utility processes itself.
 */
export function parentChannel(self: NodeJS.Process): ParentChannel | undefined {
  const port: unknown = Reflect.get(self, 'parentPort');
  if (isParentPort(port)) {
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => void port.on('message', (event) => listener(event.data)),
    };
  }
  if (typeof self.send !== 'function') return undefined;
  self.once('disconnect', () => self.kill(self.pid, 'SIGKILL'));
  return {
    // Ignores the error of a closed channel, which `disconnect` handles.
    send: (message) => void self.send?.(message, undefined, undefined, () => {}),
    onMessage: (listener) => void self.on('message', listener),
  };
}
