import { existsSync, mkdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createElectron } from './electron/create-electron.ts';
import { resolveElectron } from './electron/resolve.ts';
import { createInstanceLock } from './instance-lock.ts';
import { createAddresses } from './serve/app-pages.ts';
import { startListener } from './serve/serve.ts';

export interface HostArguments {
  /** The folder of the app's package.json. */
  readonly app: string;
  readonly userData: string;
  /** 0: any free one. */
  readonly port: number;
  /** Starts without a network. */
  readonly isOffline: boolean;
}

/** ms that the app may take to quit. */
const QUIT_WITHIN_MS = 10_000;

function printError(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}

/** ms. Ctrl-C reaches the whole process group, so the parent's own signal follows soon: it counts as the same one. */
const SAME_SIGNAL_MS = 2_000;

/** SIGTERM and SIGINT quit the app; a second signal, or an app that does not quit, ends the process. */
function quitOnSignals(quit: () => void): void {
  let signaledAt: number | null = null;
  const onSignal = () => {
    const now = performance.now();
    if (signaledAt !== null) {
      if (now - signaledAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    signaledAt = now;
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
export async function runHost(hostArguments: HostArguments): Promise<void> {
  const { app: folder, userData, port, isOffline } = hostArguments;
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  const writeLine = process.stdout.write.bind(process.stdout);
  // Standard output is reserved for the one line of JSON.
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
      const notifying = lock.notifying();
      if (notifying === null) process.exit(code);
      void notifying.then(() => process.exit(code));
    },
  });
  if (!existsSync(electron.app.entry)) {
    throw new Error(`${electron.app.entry} is missing; build it with: npx electron-vite build`);
  }
  resolveElectron(electron.parts);
  quitOnSignals(electron.app.quit);
  listener.serve(electron, printError);
  // Before `ready`, as in Electron, where a top-level await of `whenReady` never resolves either.
  await import(pathToFileURL(electron.app.entry).href);
  // A second instance ends once the first one was notified.
  if (isLeaving) return;
  electron.app.becomeReady();
  writeLine(`${JSON.stringify({ url: listener.root, control: listener.control })}\n`);
}
