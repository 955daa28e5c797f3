import { type DesktopPorts, refuse } from '../../core/app/index.ts';
import { nodeProxies } from '../diagnostics/node-proxies.ts';
import { watch as messages } from './messages.ts';

const noDesktop = async (): Promise<never> =>
  refuse('noDesktop', messages.noDesktop, messages.useApp);

/** A server: it notifies, and refuses what needs a desktop. */
export const serverDesktop = (notify: DesktopPorts['notify']): DesktopPorts => ({
  notify,
  askToNotify: () => {},
  copy: noDesktop,
  openInBrowser: noDesktop,
  setAutostart: noDesktop,
  // The entry is the app's, which may share the settings.
  renewAutostart: async () => true,
  setShortcut: async () => {},
  openPanel: () => {},
  hidePanel: () => {},
  updater: { off: 'build', check: async () => ({ kind: 'current' }), install: () => {} },
  confirm: noDesktop,
  ask: noDesktop,
  chooseFile: noDesktop,
  hasHandler: async () => false,
  openEditor: noDesktop,
  inspect: async () => ({ notifications: 'unsupported', startsAtLogin: false }),
  proxyFor: async (url) => nodeProxies(process.env, process.execArgv)(url),
});
