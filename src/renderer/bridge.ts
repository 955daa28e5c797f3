import type { Answer, Bridge, Refusal } from '../shared/ipc/bridge.ts';

declare global {
  interface Window {
    readonly gpuTray: Bridge;
  }
}

export const bridge: Bridge = window.gpuTray;

const NO_ANSWER: Refusal = {
  kind: 'noAnswer',
  message: 'GPU Tray did not respond.',
  action: 'Try again, or restart GPU Tray.',
};

/** Never rejects: a request that failed in transit resolves to a refusal. */
export async function answerOf<T>(request: Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await request;
  } catch {
    return { ok: false, refusal: NO_ANSWER };
  }
}
