/** The way from a helper process to the process that started it. */
export interface ParentLine {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** What Electron puts on `process` in a utility process; declared here because core does not know Electron. */
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
 * The line to the parent: Electron's `process.parentPort` in a utility process, `process.send` in a forked one,
 * `undefined` when nobody started us.
 *
 * A forked process kills itself when its parent is gone, even in the middle of a keychain call: an orderly exit joins the
 * thread pool and would wait for that call. Electron ends its utility processes itself.
 */
export function parentLine(self: NodeJS.Process): ParentLine | undefined {
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
    // The callback takes the error of a line that closed meanwhile; `disconnect` deals with that.
    send: (message) => void self.send?.(message, undefined, undefined, () => {}),
    onMessage: (listener) => void self.on('message', listener),
  };
}
