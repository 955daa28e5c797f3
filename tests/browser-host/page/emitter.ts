// Node's EventEmitter, which Electron's sandbox has too. Runs in the page, so it imports nothing.

type Listener = (this: object, ...args: unknown[]) => void;

interface Entry {
  readonly listener: Listener;
  readonly isOnce: boolean;
}

/** The methods of an emitter. @param self what they return, and `this` of listeners */
export function emitterMethods(self: () => object) {
  const channels = new Map<string, readonly Entry[]>();
  const at = (channel: string) => channels.get(channel) ?? [];
  const set = (channel: string, entries: readonly Entry[]) => {
    if (entries.length === 0) channels.delete(channel);
    else channels.set(channel, entries);
  };
  const adding = (isOnce: boolean, isFirst: boolean) => (channel: string, listener: Listener) => {
    if (typeof listener !== 'function')
      throw new TypeError('The "listener" argument must be of type Function');
    const entry = { listener, isOnce };
    set(channel, isFirst ? [entry, ...at(channel)] : [...at(channel), entry]);
    return self();
  };
  const off = (channel: string, listener: Listener) => {
    const last = at(channel).findLastIndex((entry) => entry.listener === listener);
    set(channel, at(channel).toSpliced(last, last === -1 ? 0 : 1));
    return self();
  };
  return {
    on: adding(false, false),
    addListener: adding(false, false),
    once: adding(true, false),
    prependListener: adding(false, true),
    prependOnceListener: adding(true, true),
    off,
    removeListener: off,
    removeAllListeners(channel?: string) {
      if (channel === undefined) channels.clear();
      else channels.delete(channel);
      return self();
    },
    emit(channel: string, ...args: unknown[]) {
      const entries = at(channel);
      for (const { listener, isOnce } of entries) {
        if (isOnce) off(channel, listener);
        listener.apply(self(), args);
      }
      return entries.length > 0;
    },
    listeners: (channel: string) => at(channel).map(({ listener }) => listener),
    listenerCount: (channel: string) => at(channel).length,
    eventNames: () => [...channels.keys()],
  };
}
