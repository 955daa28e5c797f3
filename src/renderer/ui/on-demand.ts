export interface OnDemand<T> {
  readonly loaded: () => T | null;
  readonly load: () => Promise<T>;
}

/** An export of a module that is loaded when it is first needed. */
export function onDemand<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): OnDemand<Module[Name]> {
  let loaded: Module[Name] | null = null;
  return {
    loaded: () => loaded,
    async load() {
      loaded ??= (await load())[name];
      return loaded;
    },
  };
}
