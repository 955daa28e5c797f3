import { z } from 'zod';
import type { Runtime } from './runtime.ts';
import { argument, preventableEvent, strict, strictEmitter } from './strict.ts';

const text = z.string();

/** The same keys, however they are written. */
function normalizedKeys(accelerator: string): string {
  const keys = accelerator.split('+').map((key) => key.trim().toLowerCase());
  return keys.map((key) => key.replace(/^(commandorcontrol|cmdorctrl|control)$/, 'ctrl')).join('+');
}

const MODIFIERS = /^(ctrl|cmd|command|alt|option|altgr|shift|super|meta)$/;

/** @throws Electron's error for what is no accelerator */
function demandAccelerator(keys: string): void {
  const [last = '', ...modifiers] = normalizedKeys(keys).split('+').reverse();
  if (last === '' || MODIFIERS.test(last) || !modifiers.every((key) => MODIFIERS.test(key)))
    throw new TypeError(`Error processing argument at index 0, conversion failure from ${keys}`);
}

function createShortcuts(runtime: Runtime) {
  const shortcuts = new Map<string, { readonly keys: string; readonly press: () => void }>();
  const demandReady = () =>
    runtime.demandReady('globalShortcut cannot be used before the app is ready');
  return {
    module: strict('globalShortcut', {
      register(accelerator: unknown, callback: unknown) {
        demandReady();
        const keys = argument('globalShortcut.register', text, accelerator);
        demandAccelerator(keys);
        if (typeof callback !== 'function') throw new TypeError('the callback is no function');
        if (shortcuts.has(normalizedKeys(keys))) return false;
        if (runtime.failure('globalShortcut.register') !== null) return false;
        shortcuts.set(normalizedKeys(keys), { keys, press: () => void callback() });
        return true;
      },
      unregister(accelerator: unknown) {
        demandReady();
        shortcuts.delete(normalizedKeys(argument('globalShortcut.unregister', text, accelerator)));
      },
    }),
    list: () => [...shortcuts.values()].map(({ keys }) => keys),
    press(accelerator: string) {
      const found = shortcuts.get(normalizedKeys(accelerator));
      if (found === undefined) throw new Error(`the shortcut ${accelerator} is not registered`);
      try {
        found.press();
      } catch (error) {
        runtime.uncaught(error);
      }
    },
  };
}

/** A dark desktop until it is changed. */
function createTheme(runtime: Runtime) {
  let isDark = true;
  const theme = strictEmitter(runtime, 'nativeTheme', ['updated'], {
    get shouldUseDarkColors() {
      return isDark;
    },
  });
  return {
    module: theme.object,
    setDark(is: boolean) {
      if (is === isDark) return;
      isDark = is;
      theme.emit('updated', preventableEvent());
    },
  };
}

type PowerEvent = 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen' | 'shutdown';

export function createServices(runtime: Runtime) {
  let clipboardText = '';
  const openedUrls: string[] = [];
  const shortcuts = createShortcuts(runtime);
  const theme = createTheme(runtime);
  const power = strictEmitter(
    runtime,
    'powerMonitor',
    ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'on-ac', 'on-battery', 'shutdown'],
    {},
  );
  /** Not emitted on this platform (`docs/api/power-monitor.md`). */
  const missing: Readonly<Record<string, readonly PowerEvent[]>> = {
    linux: ['lock-screen', 'unlock-screen'],
    win32: ['shutdown'],
  };
  return {
    // Asynchronous since Electron 44.
    clipboard: strict('clipboard', {
      async writeText(value: unknown) {
        runtime.demandSuccess('clipboard.writeText');
        clipboardText = argument('clipboard.writeText', text, value);
      },
      readText: async () => clipboardText,
    }),
    shell: strict('shell', {
      openExternal(url: unknown) {
        // A wrong type throws at once.
        const address = URL.parse(argument('shell.openExternal', text, url));
        if (address === null)
          throw new TypeError(
            `Error processing argument at index 0, conversion failure from ${String(url)}`,
          );
        const error = runtime.failure('shell.openExternal');
        if (error !== null) return Promise.reject(new Error(error));
        openedUrls.push(address.href);
        return Promise.resolve();
      },
    }),
    nativeTheme: theme.module,
    powerMonitor: power.object,
    globalShortcut: shortcuts.module,
    clipboardText: () => clipboardText,
    openedUrls: () => [...openedUrls],
    shortcuts: shortcuts.list,
    pressShortcut: shortcuts.press,
    /** @throws for an event that this platform lacks */
    emitPower(event: PowerEvent) {
      if (missing[runtime.platform]?.includes(event))
        throw new Error(`Electron does not report ${event} on ${runtime.platform}`);
      power.emit(event, preventableEvent());
    },
    setDark: theme.setDark,
  };
}

/** Clipboard, shell, color scheme, power events and global shortcuts, recorded. */
export type HostServices = ReturnType<typeof createServices>;
