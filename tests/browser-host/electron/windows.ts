import { createWindow, type HostWindow } from './browser-window.ts';
import type { HostIpcMain } from './ipc-main.ts';
import type { Lifecycle } from './lifecycle.ts';
import { strictClass } from './strict.ts';
import type { Traffic } from './traffic.ts';
import { createContents } from './web-contents.ts';

export interface WindowsDeps {
  readonly lifecycle: Lifecycle;
  readonly ipcMain: HostIpcMain;
  readonly traffic: Traffic;
  readonly session: object;
  readonly address: (windowId: number, url: string) => string;
  readonly appUrl: (address: string) => string;
  readonly onContents: (contents: object) => void;
  readonly onAllClosed: () => void;
}

export interface HostWindows {
  readonly BrowserWindow: object;
  /** Those not destroyed, oldest first. */
  open(): readonly HostWindow[];
  find(id: number): HostWindow | null;
  /** False when one refused. */
  closeAll(): boolean;
}

export function createWindows(deps: WindowsDeps): HostWindows {
  const windows = new Map<number, HostWindow>();
  let count = 0;
  let isClosingAll = false;
  const create = (input: unknown): object => {
    deps.lifecycle.demandReady('Cannot create BrowserWindow before app is ready');
    count += 1;
    const id = count;
    const window = createWindow(input, {
      id,
      contents: (url, onLoaded) =>
        createContents({
          id,
          url,
          onLoaded,
          ipcMain: deps.ipcMain,
          traffic: deps.traffic,
          session: deps.session,
          appUrl: deps.appUrl,
        }),
      address: (url) => deps.address(id, url),
      onDestroyed() {
        windows.delete(id);
        if (windows.size === 0 && !isClosingAll) deps.onAllClosed();
      },
    });
    windows.set(id, window);
    deps.onContents(window.contents.proxy);
    return window.proxy;
  };
  return {
    BrowserWindow: strictClass('BrowserWindow', create),
    open: () => [...windows.values()],
    find: (id) => windows.get(id) ?? null,
    closeAll() {
      isClosingAll = true;
      const areClosed = [...windows.values()].every((window) => window.close());
      isClosingAll = false;
      return areClosed;
    },
  };
}
