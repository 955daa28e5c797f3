import { EventEmitter } from 'node:events';
import { z } from 'zod';

/** Thrown for every part of Electron that this host lacks. */
export class NotImplementedError extends Error {
  override readonly name = 'NotImplementedError';

  /** @param what its name in Electron's documentation, such as `Tray.setPressedImage` */
  constructor(what: string) {
    super(`not implemented: ${what}`);
  }
}

/** Read by the language itself: by `await` and by `JSON.stringify`. */
const READ_BY_THE_LANGUAGE = new Set(['then', 'toJSON']);

function known(target: object, key: string | symbol): boolean {
  return typeof key === 'symbol' || key in target || READ_BY_THE_LANGUAGE.has(key);
}

/** The same object, except that reading or writing a missing property throws `NotImplementedError`. */
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
 * A class of Electron's. Missing statics and calls without `new` throw.
 *
 * @param create returns an instance, already `strict`
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

/** A part of Electron that this host lacks entirely. */
export function absent(name: string): object {
  const isClass = /^[A-Z]/.test(name);
  if (!isClass) return strict(name, {});
  return strictClass(name, () => {
    throw new NotImplementedError(`new ${name}`);
  });
}

/**
 * Checks an argument as strictly as Electron converts it: fractions of pixels and numbers in place of strings are refused.
 *
 * @throws `NotImplementedError` for an unknown option, `TypeError` for a wrong type
 */
export function argument<T>(call: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const where = [call, ...issue.path.map(String)].join('.');
    if (issue.code === 'unrecognized_keys') {
      throw new NotImplementedError(`${where} with ${issue.keys.join(', ')}`);
    }
  }
  const [first] = parsed.error.issues;
  const where = first === undefined ? '' : ` at ${first.path.join('.') || 'the argument'}`;
  throw new TypeError(`Error processing argument of ${call}${where}: ${first?.message ?? ''}`);
}

type Listener = (...args: unknown[]) => void;

export interface EmitterMethods {
  on(event: unknown, listener: unknown): object;
  once(event: unknown, listener: unknown): object;
  off(event: unknown, listener: unknown): object;
  addListener(event: unknown, listener: unknown): object;
  removeListener(event: unknown, listener: unknown): object;
  removeAllListeners(event?: unknown): object;
  listenerCount(event: unknown): number;
}

export interface Emitter {
  readonly methods: EmitterMethods;
  emit(event: string, ...args: unknown[]): void;
  /** Returns whether a listener prevented it. */
  emitPreventable(event: string, ...args: unknown[]): boolean;
  count(event: string): number;
}

export interface PreventableEvent {
  preventDefault(): void;
  readonly defaultPrevented: boolean;
}

export function preventableEvent(extra: object = {}): PreventableEvent {
  let isPrevented = false;
  return Object.defineProperty(
    {
      ...extra,
      preventDefault() {
        isPrevented = true;
      },
      defaultPrevented: false,
    },
    'defaultPrevented',
    { get: () => isPrevented, enumerable: true },
  );
}

const listenerSchema = z.custom<Listener>((value) => typeof value === 'function');

/**
 * An emitter that refuses listeners for unknown events, which would be silent no-ops.
 *
 * @param self returned by chained calls
 */
export function emitter(name: string, events: readonly string[], self: () => object): Emitter {
  const inner = new EventEmitter({ captureRejections: false });
  const checked = (event: unknown): string => {
    if (typeof event === 'string' && events.includes(event)) return event;
    throw new NotImplementedError(`${name} event '${String(event)}'`);
  };
  const add = (event: unknown, listener: unknown) => {
    inner.on(checked(event), listenerSchema.parse(listener));
    return self();
  };
  const remove = (event: unknown, listener: unknown) => {
    inner.off(checked(event), listenerSchema.parse(listener));
    return self();
  };
  return {
    methods: {
      on: add,
      addListener: add,
      once(event, listener) {
        inner.once(checked(event), listenerSchema.parse(listener));
        return self();
      },
      off: remove,
      removeListener: remove,
      removeAllListeners(event) {
        if (event === undefined) inner.removeAllListeners();
        else inner.removeAllListeners(checked(event));
        return self();
      },
      listenerCount: (event) => inner.listenerCount(checked(event)),
    },
    emit(event, ...args) {
      inner.emit(checked(event), ...args);
    },
    emitPreventable(event, ...args) {
      const details = preventableEvent();
      inner.emit(checked(event), details, ...args);
      return details.defaultPrevented;
    },
    count: (event) => inner.listenerCount(event),
  };
}
