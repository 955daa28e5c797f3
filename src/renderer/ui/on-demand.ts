export interface OnDemand<T> {
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
