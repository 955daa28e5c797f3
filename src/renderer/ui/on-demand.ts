/** Code that is loaded when it is first needed, and then kept. */
export interface OnDemand<T> {
  /** Null: not loaded yet. */
  readonly loaded: () => T | null;
  readonly load: () => Promise<T>;
}

export function onDemand<T>(load: () => Promise<T>): OnDemand<T> {
  let loaded: T | null = null;
  return {
    loaded: () => loaded,
    async load() {
      loaded ??= await load();
      return loaded;
    },
  };
}
