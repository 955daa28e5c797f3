type Callable = (...args: unknown[]) => unknown;

function isCallable(value: unknown): value is Callable {
  return typeof value === 'function';
}

/** Errors cross as their message alone, without class, stack or further properties. */
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

/** A clone as `contextBridge` makes one when a value goes from the preload's world to the page's or back. */
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
  // Own properties only: a class instance arrives without its prototype.
  const object = {};
  seen.set(value, object);
  for (const [key, item] of Object.entries(value)) {
    // Not `Reflect.set`, which would take a key of `__proto__` for the prototype.
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
