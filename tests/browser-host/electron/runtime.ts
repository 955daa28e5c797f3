import type { FallibleCall } from '../host-state.ts';

export interface RuntimeOptions {
  /** Decides which calls exist, and how they behave. */
  readonly platform: NodeJS.Platform;
  /** Windows are neither placed nor focused by the app, and not drawn while they are hidden. */
  readonly isWayland: boolean;
  /** An exception of one of the app's listeners: Electron makes it an `uncaughtException` and continues. */
  readonly uncaught: (error: unknown) => void;
}

export function createRuntime(options: RuntimeOptions) {
  let isReady = false;
  const failures = new Map<FallibleCall, string>();
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    ...options,
    isReady: () => isReady,
    whenReady: () => promise,
    becomeReady() {
      isReady = true;
      resolve();
    },
    /** @throws Electron's error for a call before `ready` */
    demandReady(message: string) {
      if (!isReady) throw new Error(message);
    },
    /** @throws Electron's error for a call after `ready` */
    demandNotReady(message: string) {
      if (isReady) throw new Error(message);
    },
    /** The error with which this call fails until further notice; null: it works. */
    failure: (call: FallibleCall) => failures.get(call) ?? null,
    /** @throws when the call is to fail */
    demandSuccess(call: FallibleCall) {
      const error = failures.get(call);
      if (error !== undefined) throw new Error(error);
    },
    setFailure(call: FallibleCall, error: string | null) {
      if (error === null) failures.delete(call);
      else failures.set(call, error);
    },
  };
}

/** What every part of Electron shares here. */
export type Runtime = ReturnType<typeof createRuntime>;

/** Prints an error as Electron does, without throwing it. */
export function printError(message: string, error: unknown): void {
  process.stderr.write(`${message}${error instanceof Error ? error.stack : String(error)}\n`);
}

/** Runs a task after the current one, as Chromium posts it. */
export function soon(task: () => void): void {
  setImmediate(task);
}
