import { connect } from './connection.ts';
import { crossWorlds, deepFreeze } from './cross-worlds.ts';
import { createIpcRenderer } from './ipc-renderer.ts';
import { isolatedGlobal } from './isolated-global.ts';
import { guardNavigation } from './navigation.ts';
import { strictModule } from './strict-module.ts';
import { followSurroundings } from './surroundings.ts';

/** A preload's source, wrapped as CommonJS is. The last four hide the page's globals, which are another world's. */
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

/** Runs before any script of the page, as a preload does. @param socket its address */
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
