import type { FallibleCall } from '../host-state.ts';

/** What every part of Electron shares here. */
export interface Runtime {
  /** Decides which calls exist, and how they behave. */
  readonly platform: NodeJS.Platform;
  /** Windows are neither placed nor focused by the app, and not drawn while they are hidden. */
  readonly isWayland: boolean;
  isReady(): boolean;
  whenReady(): Promise<void>;
  becomeReady(): void;
  /** @throws Electron's error for a call before `ready` */
  demandReady(message: string): void;
  /** @throws Electron's error for a call after `ready` */
  demandNotReady(message: string): void;
  /** The error with which this call fails until further notice; null: it works. */
  failure(call: FallibleCall): string | null;
  /** @throws when the call is to fail */
  demandSuccess(call: FallibleCall): void;
  setFailure(call: FallibleCall, error: string | null): void;
  /** An exception of one of the app's listeners: Electron makes it an `uncaughtException` and goes on. */
  uncaught(error: unknown): void;
}

export type RuntimeOptions = Pick<Runtime, 'platform' | 'isWayland' | 'uncaught'>;

export function createRuntime(options: RuntimeOptions): Runtime {
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
    demandReady(message) {
      if (!isReady) throw new Error(message);
    },
    demandNotReady(message) {
      if (isReady) throw new Error(message);
    },
    failure: (call) => failures.get(call) ?? null,
    demandSuccess(call) {
      const error = failures.get(call);
      if (error !== undefined) throw new Error(error);
    },
    setFailure(call, error) {
      if (error === null) failures.delete(call);
      else failures.set(call, error);
    },
  };
}

/** Prints an error as Electron does, without throwing it. */
export function printError(message: string, error: unknown): void {
  process.stderr.write(`${message}${error instanceof Error ? error.stack : String(error)}\n`);
}

/** Runs a task after the current one, as Chromium posts it. */
export function soon(task: () => void): void {
  setImmediate(task);
}
