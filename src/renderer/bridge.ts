import type { Answer, Bridge, Refusal } from '../shared/ipc/index.ts';

declare global {
  interface Window {
    /** Put there by the preload. */
    readonly gpuTray: Bridge;
  }
}

/** All that the panel can ask of the outside. */
export const bridge: Bridge = window.gpuTray;

const NO_ANSWER: Refusal = {
  kind: 'noAnswer',
  message: 'GPU Tray did not answer.',
  action: 'Try again; if it stays so, quit GPU Tray and start it anew.',
};

/** An answer in every case: a request that broke on its way is a refusal like any other. */
export async function answerOf<T>(request: Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await request;
  } catch {
    return { ok: false, refusal: NO_ANSWER };
  }
}
