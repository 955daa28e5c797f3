import { EventEmitter } from 'node:events';

// Replaces `electron` in unit tests: importing the npm package would download the binary. Records calls, and lacks everything that
// no test of them needs: its use throws.

/** Calls of Electron's objects since `clearCalls`, in order. */
let calls: (readonly [name: string, ...args: unknown[]])[] = [];

export function clearCalls(): void {
  calls = [];
  switchOn = ['', ''];
  windows.length = 0;
}

/** Records a call of a test's own, in order with those of Electron. */
export const record = (name: string) => void calls.push([name]);

export const takeCalls = () => calls.splice(0);

/** The arguments of each call. */
export function callsOf(name: string): unknown[][] {
  return calls.filter(([each]) => each === name).map(([, ...args]) => args);
}

/** An object whose every method records its call. @param known values and results */
function recorder(known: Readonly<Record<string, unknown>> = {}): object {
  return new Proxy(known, {
    get(_, name) {
      const found: unknown = Reflect.get(known, name);
      if (found !== undefined && typeof found !== 'function') return found;
      return (...args: unknown[]): unknown => {
        calls.push([String(name), ...args]);
        return typeof found === 'function' ? found.apply(known, args) : undefined;
      };
    },
  });
}

function recordedClass(name: string, create: (options: object) => object): object {
  return new Proxy(class {}, {
    construct(_, args: readonly unknown[]) {
      calls.push([`new ${name}`, ...args]);
      return create(Object(args[0]));
    },
  });
}

let switchOn = ['', ''];

/** Sets the only switch of the command line. */
export function setSwitch(name: string, value = ''): void {
  switchOn = [name, value];
}

const application = {
  isPackaged: true,
  commandLine: {
    hasSwitch: (name: string) => name === switchOn[0],
    getSwitchValue: (name: string) => (name === switchOn[0] ? switchOn[1] : ''),
  },
  // Turned off by the user in the Task Manager of Windows.
  getLoginItemSettings: () => ({ openAtLogin: true, executableWillLaunchAtLogin: false }),
};

/** @public */
export const app = recorder(application);

/** Whether the app is an installed one. */
export function setPackaged(isPackaged: boolean): void {
  application.isPackaged = isPackaged;
}

/** @public */
export const protocol = recorder();
/** @public */
export const Menu = recorder({ buildFromTemplate: () => ({}) });
/** @public */
export const nativeImage = recorder();
export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: true });
/** @public */
export const Tray = recordedClass('Tray', () => recorder());
/** The windows since `clearCalls`, by which a test emits their events. */
export const windows: { readonly options: object; readonly events: EventEmitter }[] = [];

/** A test may let the pages load itself; a window is drawn at once then only where it says so. */
export const pages: { load: (url: string) => Promise<void>; areDrawn: boolean } = {
  load: async () => {},
  areDrawn: true,
};

/** Draws its page at once, unless `pages` says otherwise. @public */
export const BrowserWindow = recordedClass('BrowserWindow', (options) => {
  const events = new EventEmitter();
  windows.push({ options, events });
  const state = { isVisible: false, isDestroyed: false };
  return recorder({
    loadURL: (url: string) => pages.load(url),
    webContents: recorder(),
    getBounds: () => bounds,
    isMaximized: () => isMaximized,
    on: (event: string, listener: () => void) => events.on(event, listener),
    once: (event: string, listener: () => void) =>
      event === 'ready-to-show' && pages.areDrawn ? listener() : events.once(event, listener),
    show: () => Object.assign(state, { isVisible: true }),
    hide() {
      state.isVisible = false;
      events.emit('blur');
    },
    destroy() {
      state.isDestroyed = true;
      events.emit('closed');
    },
    isVisible: () => state.isVisible,
    isDestroyed: () => state.isDestroyed,
  });
});

let bounds: object = {};
let isMaximized = false;

/** Sets what every window says of itself. */
export function resizeWindow(next: object, maximized: boolean): void {
  bounds = next;
  isMaximized = maximized;
}

/** Objects of which a test sets the methods that it needs, by `Object.assign`. */
export const contextBridge = {};
export const dialog = {};
export const globalShortcut = {};
export const ipcMain = {};
export const ipcRenderer = {};
export const net = {};
export const screen = {};
export const session = {};
export const utilityProcess = {};

/** Shown notifications emit what a test says. */
export class Notification extends EventEmitter {
  static readonly shown: Notification[] = [];
  static isSupported = () => true;
  readonly options: object;

  constructor(options: object) {
    super();
    this.options = options;
  }

  show(): void {
    Notification.shown.push(this);
  }
}
