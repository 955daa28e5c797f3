import { registerHooks } from 'node:module';
import { absent } from './strict.ts';

/** Every name of Electron's main process: an import of one that this host lacks links, and throws when it is used. */
const NAMES = [
  ...['app', 'autoUpdater', 'BaseWindow', 'BrowserView', 'BrowserWindow', 'clipboard'],
  ...['contentTracing', 'crashReporter', 'desktopCapturer', 'dialog', 'globalShortcut'],
  ...['ImageView', 'inAppPurchase', 'ipcMain', 'Menu', 'MenuItem', 'MessageChannelMain'],
  ...['nativeImage', 'nativeTheme', 'net', 'netLog', 'Notification', 'powerMonitor'],
  ...['powerSaveBlocker', 'protocol', 'pushNotifications', 'safeStorage', 'screen', 'session'],
  ...['ShareMenu', 'shell', 'systemPreferences', 'TouchBar', 'Tray', 'utilityProcess', 'View'],
  ...['webContents', 'WebContentsView', 'webFrameMain'],
];

const URL_OF_ELECTRON = 'browser-host:electron';

let parts: Readonly<Record<string, object>> = {};

/** A part of Electron, for the generated module. @public */
export function electronPart(name: string): object {
  return parts[name] ?? absent(name);
}

/** `require('electron')` returns what is exported as `module.exports`; a default export does not exist. */
function moduleSource(): string {
  const lines = NAMES.map((name) => `export const ${name} = electronPart('${name}');`);
  return `import { electronPart } from '${import.meta.url}';
${lines.join('\n')}
const electron = { ${NAMES.join(', ')} };
export { electron as 'module.exports' };
`;
}

/** From now on `electron`, imported or required, resolves to these parts, by name. */
export function resolveElectron(installed: Readonly<Record<string, object>>): void {
  parts = installed;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== 'electron' && specifier !== 'electron/main')
        return next(specifier, context);
      return { url: URL_OF_ELECTRON, format: 'module', shortCircuit: true };
    },
    load(url, context, next) {
      if (url !== URL_OF_ELECTRON) return next(url, context);
      return { format: 'module', source: moduleSource(), shortCircuit: true };
    },
  });
}
