// The methods of Node's EventEmitter that the preload uses. Runs in the page, so it imports nothing.

type Listener = (this: object, ...args: unknown[]) => void;

/** @param self what they return, and `this` of listeners */
export function emitterMethods(self: () => object) {
  const channels = new Map<string, readonly Listener[]>();
  const at = (channel: string) => channels.get(channel) ?? [];
  return {
    on(channel: string, listener: Listener) {
      channels.set(channel, [...at(channel), listener]);
      return self();
    },
    off(channel: string, listener: Listener) {
      const last = at(channel).lastIndexOf(listener);
      channels.set(channel, at(channel).toSpliced(last, last === -1 ? 0 : 1));
      return self();
    },
    emit(channel: string, ...args: unknown[]) {
      for (const listener of at(channel)) listener.apply(self(), args);
    },
  };
}
