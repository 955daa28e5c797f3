import { registerHooks } from 'node:module';

// JavaScript, since removing types would be a third of a process's time. Imported first, it is found in Electron's place.
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: import.meta.url, shortCircuit: true } : next(name, context),
});

// Electron for `src/main` until its tray icon is created, or until everything is started, which ends the process. The rest does nothing.

const isWhole = process.env['GPU_TRAY_BENCH_UNTIL'] === 'started';

// As on macOS, where no session bus is asked for a tray.
Object.defineProperty(process, 'platform', { value: 'darwin' });

/** Returns itself when called, constructed or read. */
const nothing = new Proxy(class {}, {
  get: (_, name) => (name === 'then' || typeof name === 'symbol' ? undefined : nothing),
  apply: () => nothing,
  construct: () => nothing,
});

/** Has these members, and is otherwise like `nothing`. */
const having = (members) =>
  new Proxy(members, { get: (own, name) => Reflect.get(own, name) ?? Reflect.get(nothing, name) });

export const app = having({
  requestSingleInstanceLock: () => true,
  whenReady: async () => {},
  // `src/main` listens to it last.
  on(event) {
    if (isWhole && event === 'window-all-closed') process.exit();
  },
  getPath: () => process.env['GPU_TRAY_BENCH_FOLDER'],
  getVersion: () => '0.0.0',
  isPackaged: false,
  commandLine: having({ hasSwitch: () => true }),
});
export const net = having({ isOnline: () => true });
export const nativeTheme = having({ shouldUseDarkColors: false });
export const nativeImage = having({ createFromPath: () => having({ isEmpty: () => false }) });
export const dialog = having({
  showErrorBox(_, reason) {
    process.stderr.write(`${reason}\n`);
    process.exit(1);
  },
});
class EndingTray {
  constructor() {
    process.exit();
  }
}
export const Tray = isWhole ? nothing : EndingTray;
export {
  nothing as BrowserWindow,
  nothing as clipboard,
  nothing as globalShortcut,
  nothing as ipcMain,
  nothing as Menu,
  nothing as Notification,
  nothing as powerMonitor,
  nothing as protocol,
  nothing as screen,
  nothing as session,
  nothing as shell,
  nothing as utilityProcess,
};
