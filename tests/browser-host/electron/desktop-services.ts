import { z } from 'zod';
import type { Lifecycle } from './app.ts';
import { argument, emitter, strict } from './strict.ts';

const text = z.string();

/** Clipboard, shell, color scheme, power events and screen, recorded. */
export interface HostServices {
  readonly clipboard: object;
  readonly shell: object;
  readonly nativeTheme: object;
  readonly powerMonitor: object;
  readonly screen: object;
  clipboardText(): string;
  openedUrls(): string[];
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
    screen: createScreen(lifecycle),
    clipboardText: () => clipboardText,
    openedUrls: () => [...openedUrls],
    emitPower: (event) => power.emit(event),
  };
}
