/** An object of Electron's: a missing property throws instead of being undefined. */
export function strictModule<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(_, key) {
      if (typeof key === 'symbol' || key in target || key === 'then')
        return Reflect.get(target, key);
      throw new Error(`not implemented: ${name}.${key}`);
    },
  });
}

type Callable = (...args: unknown[]) => unknown;

function isCallable(value: unknown): value is Callable {
  return typeof value === 'function';
}

/** Errors cross as their message only. */
function plainError(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : String(error));
}

function crossFunction(call: Callable): Callable {
  return (...args) => {
    const crossed = args.map((each) => crossWorlds(each));
    let result: unknown;
    try {
      result = call(...crossed);
    } catch (error) {
      throw plainError(error);
    }
    return crossWorlds(result);
  };
}

/** Clones a value as `contextBridge` does between the preload's world and the page's. */
export function crossWorlds(value: unknown, seen = new Map<object, unknown>()): unknown {
  if (typeof value === 'symbol') throw new TypeError('Symbols cannot cross the context bridge');
  if (isCallable(value)) return crossFunction(value);
  if (typeof value !== 'object' || value === null) return value;
  if (seen.has(value)) return seen.get(value);
  if (value instanceof Promise) {
    return value.then(
      (result) => crossWorlds(result),
      (error: unknown) => {
        throw plainError(error);
      },
    );
  }
  if (value instanceof Error) return plainError(value);
  if (Array.isArray(value)) {
    const array: unknown[] = [];
    seen.set(value, array);
    for (const item of value) array.push(crossWorlds(item, seen));
    return array;
  }
  if (value instanceof Node || value instanceof Blob) return value;
  if (
    value instanceof Map ||
    value instanceof Set ||
    value instanceof Date ||
    ArrayBuffer.isView(value)
  ) {
    return structuredClone(value);
  }
  // Own properties only: a class instance loses its prototype.
  const object = {};
  seen.set(value, object);
  for (const [key, item] of Object.entries(value)) {
    // Not `Reflect.set`, which would set the prototype for the key `__proto__`.
    const crossed = { value: crossWorlds(item, seen), writable: true, enumerable: true };
    Object.defineProperty(object, key, { ...crossed, configurable: true });
  }
  return object;
}

export function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const item of Object.values(value)) deepFreeze(item);
  return value;
}

/**
 * The preload's `window`: the page's, except that what the preload sets stays in its own world. Objects reached through the
 * DOM are shared, unlike in a real isolated world.
 */
export function isolatedGlobal(): object {
  const own = new Map<string | symbol, unknown>();
  const world: object = new Proxy(window, {
    get(_, key) {
      if (key === 'window' || key === 'self' || key === 'globalThis') return world;
      if (own.has(key)) return own.get(key);
      const value: unknown = Reflect.get(window, key);
      // Functions such as `setTimeout` require the real window; constructors keep their statics.
      const isMethod = typeof value === 'function' && !Object.hasOwn(value, 'prototype');
      return isMethod ? value.bind(window) : value;
    },
    set(_, key, value) {
      own.set(key, value);
      return true;
    },
    has: (_, key) => own.has(key) || Reflect.has(window, key),
  });
  return world;
}
