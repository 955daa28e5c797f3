import { EventEmitter } from 'node:events';
import { z } from 'zod';
import { NotImplementedError } from './strict.ts';

type Listener = (...args: unknown[]) => void;

/** The part of Node's emitter that an object of Electron's offers. */
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
  /** Emits an event that a listener may prevent; says whether one did. */
  emitPreventable(event: string, ...args: unknown[]): boolean;
  count(event: string): number;
}

/** Electron's event object, as far as a listener can tell. */
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
 * An emitter that refuses listeners for events it does not know: one that never comes would be a silent no-op.
 *
 * @param self what chained calls answer
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
