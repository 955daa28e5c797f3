/** An object of Electron's: a property it does not have here throws instead of being undefined. */
export function strictModule<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(_, key) {
      if (typeof key === 'symbol' || key in target || key === 'then')
        return Reflect.get(target, key);
      throw new Error(`not implemented: ${name}.${key}`);
    },
  });
}
