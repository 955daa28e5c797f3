import { z } from 'zod';
import type { Lifecycle } from './app.ts';
import { argument, emitter, strict } from './strict.ts';

const text = z.string();

/** Clipboard, shell, color scheme, power events, screen and global shortcuts, recorded. */
export interface HostServices {
  readonly clipboard: object;
  readonly shell: object;
  readonly nativeTheme: object;
  readonly powerMonitor: object;
  readonly screen: object;
  readonly globalShortcut: object;
  clipboardText(): string;
  openedUrls(): string[];
  /** Registered accelerators. */
  shortcuts(): string[];
  pressShortcut(accelerator: string): void;
  emitPower(event: 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen'): void;
}

const DISPLAY = {
  id: 1,
  scaleFactor: 1,
  rotation: 0,
  internal: true,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 28, width: 1920, height: 1052 },
  size: { width: 1920, height: 1080 },
  workAreaSize: { width: 1920, height: 1052 },
};

function createScreen(lifecycle: Lifecycle): object {
  const display = () => {
    lifecycle.demandReady("The 'screen' module can't be used before the app 'ready' event");
    return strict('Display', structuredClone(DISPLAY));
  };
  const events = emitter(
    'screen',
    ['display-added', 'display-removed', 'display-metrics-changed'],
    () => module,
  );
  const module: object = strict('screen', {
    ...events.methods,
    getDisplayNearestPoint: () => display(),
    getCursorScreenPoint: () => ({ x: 1710, y: 12 }),
  });
  return module;
}

export function createServices(lifecycle: Lifecycle): HostServices {
  let clipboardText = '';
  const openedUrls: string[] = [];
  const shortcuts = new Map<string, () => void>();
  const power = emitter(
    'powerMonitor',
    ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'on-ac', 'on-battery', 'shutdown'],
    () => powerMonitor,
  );
  const powerMonitor: object = strict('powerMonitor', power.methods);
  // A dark desktop that does not change.
  const theme = emitter('nativeTheme', ['updated'], () => nativeTheme);
  const nativeTheme: object = strict('nativeTheme', {
    ...theme.methods,
    shouldUseDarkColors: true,
  });
  return {
    // Asynchronous since Electron 44.
    clipboard: strict('clipboard', {
      async writeText(value: unknown) {
        clipboardText = argument('clipboard.writeText', text, value);
      },
    }),
    shell: strict('shell', {
      async openExternal(url: unknown) {
        openedUrls.push(argument('shell.openExternal', text, url));
      },
    }),
    nativeTheme,
    powerMonitor,
    globalShortcut: strict('globalShortcut', {
      register(accelerator: unknown, callback: unknown) {
        lifecycle.demandReady('globalShortcut cannot be used before the app is ready');
        const keys = argument('globalShortcut.register', text, accelerator);
        if (typeof callback !== 'function') throw new TypeError('the callback is no function');
        if (shortcuts.has(keys)) return false;
        shortcuts.set(keys, () => void callback());
        return true;
      },
      unregister(accelerator: unknown) {
        shortcuts.delete(argument('globalShortcut.unregister', text, accelerator));
      },
    }),
    screen: createScreen(lifecycle),
    clipboardText: () => clipboardText,
    openedUrls: () => [...openedUrls],
    shortcuts: () => [...shortcuts.keys()],
    pressShortcut(accelerator) {
      const press = shortcuts.get(accelerator);
      if (press === undefined) throw new Error(`the shortcut ${accelerator} is not registered`);
      press();
    },
    emitPower: (event) => power.emit(event),
  };
}
