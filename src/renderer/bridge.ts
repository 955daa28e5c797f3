import type { Bridge } from '../shared/ipc/bridge.ts';

declare global {
  interface Window {
    readonly gpuTray: Bridge;
  }
}

export const bridge: Bridge = window.gpuTray;
