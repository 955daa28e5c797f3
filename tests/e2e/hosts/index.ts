import { electronBinary } from '../../../scripts/electron.ts';
import { openBrowserHost } from './browser-host.ts';
import { openElectronHost } from './electron-host.ts';
import type { AppHost } from './running-app.ts';

export type { AppHost, Desktop, LaunchOptions, RunningApp } from './running-app.ts';

/** Electron where its binary is installed, else the browser host. */
export async function openHost(): Promise<AppHost> {
  return electronBinary() === null ? openBrowserHost() : openElectronHost();
}
