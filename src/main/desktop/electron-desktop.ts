import { clipboard, shell } from 'electron';
import type { DesktopPorts } from '../../core/app/index.ts';
import { browserAddress } from './browser-address.ts';

/** The clipboard and the browser of this desktop. */
export const electronDesktop: Pick<DesktopPorts, 'copy' | 'openInBrowser'> = {
  copy: (text) => clipboard.writeText(text),
  async openInBrowser(text) {
    const address = browserAddress(text);
    if (address === null) throw new TypeError('not an address to open in a browser');
    await shell.openExternal(address);
  },
};
