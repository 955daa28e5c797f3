import { app, clipboard, globalShortcut, Notification, session, shell } from 'electron';
import { type DesktopPorts, refuse } from '../../core/app/index.ts';
import type { RunProgram } from '../../core/run-with-timeout.ts';
import { EDITORS } from '../../core/ssh/index.ts';
import type { Platform } from './platform.ts';

/** Null: a browser may not open it. Other schemes start programs, and a user name or password would disguise the host. */
export function browserUrl(text: string): string | null {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url.href : null;
}

/** Null: not the scheme of a supported editor. */
export function editorUrl(text: string): string | null {
  const url = URL.parse(text);
  return EDITORS.some(({ id }) => `${id}:` === url?.protocol) ? (url?.href ?? null) : null;
}

async function open(url: string | null): Promise<void> {
  if (url === null) throw new TypeError('address not allowed');
  await shell.openExternal(url);
}

export function electronDesktop(
  platform: Platform,
  run: RunProgram,
): Pick<DesktopPorts, 'askToNotify' | 'copy' | 'openInBrowser' | 'editors' | 'proxyFor'> {
  return {
    // macOS asks at the first call of the class (notification_presenter_mac.mm), whatever is called first.
    askToNotify: () => void Notification.isSupported(),
    copy: (text) => clipboard.writeText(text),
    openInBrowser: (text) => open(browserUrl(text)),
    editors: {
      open: (text) => open(editorUrl(text)),
      async isInstalled(scheme) {
        if (platform !== 'linux') return app.getApplicationNameForProtocol(`${scheme}://`) !== '';
        // Electron runs xdg-mime too, but blocks the main process until it ends.
        const outcome = await run('xdg-mime', ['query', 'default', `x-scheme-handler/${scheme}`]);
        return outcome.state === 'done' && outcome.stdout.trim() !== '';
      },
    },
    proxyFor: async (url) => proxyUse(await session.defaultSession.resolveProxy(url)),
  };
}

/** The first choice of a result of `resolveProxy`, such as `PROXY proxy:3128; DIRECT`. Without its address, which may be private. */
export function proxyUse(pac: string): 'none' | 'used' {
  return /^\s*DIRECT\b/i.test(pac) || pac.trim() === '' ? 'none' : 'used';
}

/** Sets the global shortcut; null: none. A refused one leaves the one before. @throws RefusalError */
export function createShortcut(onPressed: () => void): DesktopPorts['setShortcut'] {
  let current: string | null = null;
  return async (accelerator) => {
    if (accelerator === current) return;
    if (accelerator !== null && !globalShortcut.register(accelerator, onPressed))
      refuse(
        'shortcut',
        `${accelerator} is not available.`,
        'Another program or your desktop uses it. Choose another one.',
      );
    if (current !== null) globalShortcut.unregister(current);
    current = accelerator;
  };
}
