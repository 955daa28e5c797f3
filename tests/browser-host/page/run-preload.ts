import { crossWorlds, deepFreeze, isolatedGlobal, strictModule } from './context-bridge.ts';
import { connect, createIpcRenderer } from './ipc-renderer.ts';
import { followSurroundings, guardNavigation } from './window-events.ts';

/** A preload wrapped as CommonJS; the last four parameters hide the page's globals. */
type Preload = (
  require: (name: string) => object,
  module: { exports: object },
  exports: object,
  pageWindow: object,
  pageGlobal: object,
  pageSelf: object,
  process: object,
) => void;

const contextBridge = strictModule('contextBridge', {
  exposeInMainWorld(key: string, api: unknown) {
    if (Object.hasOwn(window, key)) {
      throw new Error('Cannot bind an API on top of an existing property on the window object');
    }
    Object.defineProperty(window, key, { value: deepFreeze(crossWorlds(api)), enumerable: true });
  },
});

/** Runs a preload before the page's scripts. @param socket its address */
export function runPreload(socket: string, preload: Preload): void {
  const connection = connect(socket);
  const electron = strictModule('electron', {
    contextBridge,
    ipcRenderer: createIpcRenderer(connection),
  });
  guardNavigation(connection);
  followSurroundings(connection);
  const module = { exports: {} };
  const world = isolatedGlobal();
  preload(
    (name) => {
      if (name === 'electron') return electron;
      throw new Error(`module not found: ${name}`);
    },
    module,
    module.exports,
    world,
    world,
    world,
    strictModule('process', {}),
  );
}
