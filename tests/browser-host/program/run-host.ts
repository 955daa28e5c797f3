import { existsSync, mkdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createElectron } from '../electron/create-electron.ts';
import { installElectron } from '../electron/current.ts';
import { createAddresses } from '../serve/addresses.ts';
import { startListener } from '../serve/serve.ts';
import type { HostArguments } from './arguments.ts';
import { createInstanceLock } from './instance-lock.ts';
import { resolveElectron } from './resolve-electron.ts';

/** How long an app may take to quit after it was asked to, ms. */
const QUIT_WITHIN_MS = 10_000;

function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}

/** Ctrl-C reaches the whole group of processes, and whoever started us then ends us, too: that is one wish, ms. */
const SAME_WISH_MS = 2_000;

/** SIGTERM and SIGINT quit the app as its menu would; a second one, or an app that refuses, ends the process. */
function quitOnSignals(quit: () => void): void {
  let askedAt: number | null = null;
  const onSignal = () => {
    const now = performance.now();
    if (askedAt !== null) {
      if (now - askedAt > SAME_WISH_MS) process.exit(1);
      return;
    }
    askedAt = now;
    setTimeout(() => {
      process.stderr.write('browser-host: the app did not quit\n');
      process.exit(1);
    }, QUIT_WITHIN_MS).unref();
    quit();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Runs the app until it quits. Rejects when it cannot be started. */
export async function runHost(wanted: HostArguments): Promise<void> {
  const { app: folder, userData, port, isOffline } = wanted;
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  const writeLine = process.stdout.write.bind(process.stdout);
  // Standard output is for the one line; what the app prints goes where people look for it.
  process.stdout.write = process.stderr.write.bind(process.stderr);

  const listener = await startListener(port);
  const addresses = createAddresses(listener.root);
  const lock = createInstanceLock(userData, listener.control);
  let isLeaving = false;
  const electron = createElectron({
    folder,
    userData,
    isOnline: !isOffline,
    address: addresses.ofApp,
    appUrl: addresses.toApp,
    requestLock: lock.request,
    exit(code) {
      isLeaving = true;
      listener.close();
      const telling = lock.telling();
      if (telling === null) process.exit(code);
      void telling.then(() => process.exit(code));
    },
  });
  if (!existsSync(electron.app.entry)) {
    throw new Error(`${electron.app.entry} is missing; build it with: npx electron-vite build`);
  }
  installElectron(electron.parts);
  resolveElectron();
  quitOnSignals(electron.app.quit);
  listener.serve(electron, complain);
  // Before `ready`, as in Electron: a top-level await of `whenReady` would wait for ever there too.
  await import(pathToFileURL(electron.app.entry).href);
  // A second instance: it ends as soon as the first one knows.
  if (isLeaving) return;
  electron.app.becomeReady();
  writeLine(`${JSON.stringify({ url: listener.root, control: listener.control })}\n`);
}
