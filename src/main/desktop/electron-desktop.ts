import { clipboard, shell } from 'electron';
import type { DesktopPorts } from '../../core/app/index.ts';
import type { BoundedRun } from '../../core/run-with-timeout.ts';
import { browserAddress } from './browser-address.ts';
import { hasHandler } from './editor-handler.ts';
import { editorUrl } from './editor-url.ts';
import type { Platform } from './platform.ts';

/** The clipboard, the browser and the editors of this desktop. @param run with a deadline of a few seconds */
export function electronDesktop(
  platform: Platform,
  run: BoundedRun,
): Pick<DesktopPorts, 'copy' | 'openInBrowser' | 'hasHandler' | 'openEditor'> {
  return {
    copy: (text) => clipboard.writeText(text),
    async openInBrowser(text) {
      const address = browserAddress(text);
      if (address === null) throw new TypeError('not an address to open in a browser');
      await shell.openExternal(address);
    },
    hasHandler: (scheme) => hasHandler(scheme, platform, run),
    async openEditor(text) {
      const address = editorUrl(text);
      if (address === null) throw new TypeError('not an address to open in an editor');
      await shell.openExternal(address);
    },
  };
}
