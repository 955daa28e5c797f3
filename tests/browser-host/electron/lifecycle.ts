/** Whether the app is ready, which decides what Electron lets it do. */
export interface Lifecycle {
  isReady(): boolean;
  whenReady(): Promise<void>;
  becomeReady(): void;
  /** @throws what Electron throws for a call before `ready` */
  demandReady(message: string): void;
  /** @throws what Electron throws for a call that comes too late */
  demandNotReady(message: string): void;
}

export function createLifecycle(): Lifecycle {
  let isReady = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
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
  };
}
