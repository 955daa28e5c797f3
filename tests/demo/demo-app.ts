import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
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
