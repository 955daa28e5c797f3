import { app, clipboard, shell } from 'electron';
import type { DesktopPorts } from '../../core/app/index.ts';
import type { RunProgram } from '../../core/run-with-timeout.ts';
import { EDITORS } from '../../core/ssh/index.ts';
import type { Platform } from './platform.ts';

/**
 * The address if a browser may open it, else null: https or http only, since other schemes start programs, and without a user
 * name or password, which would disguise the host.
 */
export function browserUrl(text: string): string | null {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url.href : null;
}

/** The address if it has the scheme of a supported editor, else null. */
export function editorUrl(text: string): string | null {
  const url = URL.parse(text);
  return EDITORS.some(({ id }) => `${id}:` === url?.protocol) ? (url?.href ?? null) : null;
}

async function open(url: string | null): Promise<void> {
  if (url === null) throw new TypeError('address not allowed');
  await shell.openExternal(url);
}

/** The clipboard, the browser and the editors of this desktop. @param run with a timeout of a few seconds */
export function electronDesktop(
  platform: Platform,
  run: RunProgram,
): Pick<DesktopPorts, 'copy' | 'openInBrowser' | 'hasHandler' | 'openEditor'> {
  return {
    copy: (text) => clipboard.writeText(text),
    openInBrowser: (text) => open(browserUrl(text)),
    openEditor: (text) => open(editorUrl(text)),
    async hasHandler(scheme) {
      if (platform !== 'linux') return app.getApplicationNameForProtocol(`${scheme}://`) !== '';
      // Electron runs xdg-mime too, but blocks the main process until it ends.
      const outcome = await run('xdg-mime', ['query', 'default', `x-scheme-handler/${scheme}`]);
      return outcome.state === 'done' && outcome.stdout.trim() !== '';
    },
  };
}
