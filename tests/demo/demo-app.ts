import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startBrowserHost } from '../browser-host/index.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** The app, running. */
export interface DemoApp {
  /** Null in Electron, which has a tray and a panel of its own. */
  readonly page: { readonly url: string; readonly control: string } | null;
  /** Resolves when it has ended, whoever ended it. */
  readonly ended: Promise<unknown>;
  /** Rejects with what it printed when it did not end well. */
  quit(): Promise<void>;
}

/** Builds the bundles where there are none. @throws when that fails, with the builder's words */
export function ensureBuilt(say: (text: string) => void): void {
  const bundles = ['main/index.js', 'preload/index.cjs', 'renderer/index.html'];
  if (bundles.every((name) => existsSync(join(PROJECT, 'out', name)))) return;
  say('Building the app first (electron-vite build) …\n');
  // `npm run` has put node_modules/.bin on the path.
  const { status, stdout, stderr, error } = spawnSync('electron-vite', ['build'], {
    cwd: PROJECT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(error?.message ?? `${stdout}\n${stderr}`);
}

export async function startInBrowser(userData: string, port: number): Promise<DemoApp> {
  const host = await startBrowserHost({ userData, port });
  return {
    page: host,
    ended: host.ended,
    async quit() {
      const code = await host.close();
      if (code !== 0) throw new Error(`The app ended with ${code}:\n${host.output()}`);
    },
  };
}

export function startInElectron(binary: string, userData: string): DemoApp {
  const child = spawn(binary, [`--user-data-dir=${userData}`, PROJECT], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  return {
    page: null,
    ended,
    async quit() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
