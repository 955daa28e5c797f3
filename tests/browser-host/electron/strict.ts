/** Thrown for everything of Electron's that this host does not have. */
export class NotImplementedError extends Error {
  override readonly name = 'NotImplementedError';

  /** @param what as it is called in Electron's documentation, such as `Tray.setPressedImage` */
  constructor(what: string) {
    super(`not implemented: ${what}`);
  }
}

/** What the language itself asks of any object: `await` looks for `then`, `JSON.stringify` for `toJSON`. */
const ASKED_BY_THE_LANGUAGE = new Set(['then', 'toJSON']);

function known(target: object, key: string | symbol): boolean {
  return typeof key === 'symbol' || key in target || ASKED_BY_THE_LANGUAGE.has(key);
}

/** The same object, but reading or writing a property it does not have throws a `NotImplementedError`. */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(_, key) {
      if (!known(target, key)) throw new NotImplementedError(`${name}.${String(key)}`);
      return Reflect.get(target, key);
    },
    set(_, key, value) {
      if (!known(target, key)) throw new NotImplementedError(`${name}.${String(key)} =`);
      return Reflect.set(target, key, value);
    },
  });
}

/**
 * A class of Electron's. Unknown statics throw, and so does calling it without `new`.
 *
 * @param create makes an instance, already `strict`
 */
export function strictClass(
  name: string,
  create: (...args: readonly unknown[]) => object,
  statics: object = {},
): object {
  const callable = Object.assign(() => undefined, statics);
  return new Proxy(function constructible() {}, {
    construct: (_, args) => create(...args),
    apply() {
      throw new TypeError(`Class constructor ${name} cannot be invoked without 'new'`);
    },
    get(_, key) {
      if (!known(callable, key)) throw new NotImplementedError(`${name}.${String(key)}`);
      return Reflect.get(callable, key);
    },
  });
}

/** A part of Electron that this host has nothing of. */
export function absent(name: string): object {
  const isClass = /^[A-Z]/.test(name);
  if (!isClass) return strict(name, {});
  return strictClass(name, () => {
    throw new NotImplementedError(`new ${name}`);
  });
}
