import { EventEmitter } from 'node:events';
import type { z } from 'zod';
import type { Runtime } from './runtime.ts';

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

/** The error of a call to an object that no longer exists; null while it does. */
type Gone = () => Error | null;

/** What still works on an object that no longer exists, besides its plain values and its listeners. */
const SURVIVES = new Set<string | symbol>(['destroy', 'isDestroyed', 'detached']);

export interface Strictness {
  /** Called before any access. @throws when it is too early */
  readonly guard?: () => void;
  readonly gone?: Gone;
}

/** The same object, except that reading or writing a missing property throws `NotImplementedError`. */
export function strict<T extends object>(
  name: string,
  target: T,
  { guard, gone = () => null }: Strictness = {},
): T {
  const isNative = (key: string | symbol) =>
    !SURVIVES.has(key) && Object.prototype.propertyIsEnumerable.call(target, key);
  return new Proxy(target, {
    get(_, key) {
      guard?.();
      if (!known(target, key)) throw new NotImplementedError(`${name}.${String(key)}`);
      const error = isNative(key) ? gone() : null;
      if (error === null) return Reflect.get(target, key);
      if (Object.getOwnPropertyDescriptor(target, key)?.get !== undefined) throw error;
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return () => {
        throw error;
      };
    },
    set(_, key, value) {
      guard?.();
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
  // Named by its key.
  const { [name]: named } = { [name]: class extends EventEmitter {} };
  const type = Object.assign(named ?? EventEmitter, statics);
  return new Proxy(type, {
    construct(_, args) {
      const instance = create(...args);
      Object.setPrototypeOf(instance, type.prototype);
      return instance;
    },
    get(_, key) {
      if (!known(type, key)) throw new NotImplementedError(`${name}.${String(key)}`);
      return Reflect.get(type, key);
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
  if (value === undefined) throw new TypeError(`Insufficient number of arguments in ${call}.`);
  const [first] = parsed.error.issues;
  const where = first === undefined ? '' : ` at ${first.path.join('.') || 'the argument'}`;
  throw new TypeError(`Error processing argument of ${call}${where}: ${first?.message ?? ''}`);
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

const ADDERS = ['on', 'addListener', 'once', 'prependListener', 'prependOnceListener'] as const;

/**
 * A real emitter that refuses listeners for unknown events, which would be silent no-ops.
 *
 * @param events null: all
 * @param members its other properties and methods
 */
export function strictEmitter(
  runtime: Pick<Runtime, 'uncaught'>,
  name: string,
  events: readonly string[] | null,
  members: object,
  strictness: Strictness = {},
) {
  const target = new EventEmitter();
  Object.defineProperties(target, Object.getOwnPropertyDescriptors(members));
  for (const add of ADDERS) {
    const value = function (this: EventEmitter, event: string, listener: () => void) {
      if (events !== null && !events.includes(event))
        throw new NotImplementedError(`${name} event '${String(event)}'`);
      return EventEmitter.prototype[add].call(this, event, listener);
    };
    Object.defineProperty(target, add, { value });
  }
  const object = strict(name, target, strictness);
  const emit = (event: string, ...args: unknown[]) => {
    try {
      target.emit.call(object, event, ...args);
    } catch (error) {
      runtime.uncaught(error);
    }
  };
  return {
    /** For the app. */
    object,
    emit,
    /** Returns whether a listener prevented it. */
    emitPreventable(event: string, ...args: unknown[]) {
      const details = preventableEvent();
      emit(event, details, ...args);
      return details.defaultPrevented;
    },
    count: (event: string) => target.listenerCount(event),
  };
}
