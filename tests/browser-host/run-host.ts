import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createElectron } from './electron/create-electron.ts';
import { createSpawnRecord } from './electron/processes.ts';
import { resolveElectron } from './electron/resolve.ts';
import { registerIcon } from './electron/status-icon.ts';
import type { DisplayState } from './host-state.ts';
import { createInstanceLock } from './instance-lock.ts';
import { createAddresses } from './serve/app-pages.ts';
import { startListener } from './serve/serve.ts';
import { unpackAsar } from './unpack-asar.ts';

export interface HostArguments {
  /** The folder of the app's package.json. */
  readonly app: string;
  readonly userData: string;
  /** 0: a free one. */
  readonly port: number;
  /** Starts without a network. */
  readonly isOffline: boolean;
  /** The Linux desktop's window system. */
  readonly like: 'x11' | 'wayland';
  /** Pixels per DIP of the primary display. */
  readonly scale: number;
  /** Side by side; all but the first one have a scale of 1. */
  readonly screens: number;
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

/** Without its starter the host would run forever: printing fails, and printing that error fails again. */
function endWithStarter(): void {
  process.once('disconnect', () => process.exit(1));
  process.stderr.once('error', () => process.exit(1));
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/**
 * As in Electron: an error that the app does not catch opens an error box, an unhandled rejection is printed, and the app goes
 * on.
 */
function keepRunningOnErrors(showError: (title: string, content: string) => void): void {
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    showError(
      'A JavaScript error occurred in the main process',
      `Uncaught Exception:\n${error.stack ?? error.message}`,
    );
  });
  process.on('unhandledRejection', (reason) => {
    process.stderr.write('UnhandledPromiseRejectionWarning: ');
    printError(reason);
  });
}

const SCREEN = { y: 0, width: 1920, height: 1080 };

function displaysOf({ screens, scale }: HostArguments): DisplayState[] {
  return Array.from({ length: screens }, (_, at) => ({
    ...SCREEN,
    x: at * SCREEN.width,
    scaleFactor: at === 0 ? scale : 1,
  }));
}

/** The app's folder; an archive is unpacked to a folder of the same name. */
function unpackedApp(app: string, userData: string): string {
  if (!app.endsWith('.asar')) return app;
  const folder = join(userData, 'resources', basename(app));
  unpackAsar(app, folder);
  Object.assign(process, { resourcesPath: dirname(app) });
  return folder;
}

/** Runs the app until it quits. Rejects when it cannot be started. */
export async function runHost(hostArguments: HostArguments): Promise<void> {
  endWithStarter();
  const { userData, port, isOffline, like } = hostArguments;
  const folder = unpackedApp(hostArguments.app, userData);
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  const writeLine = process.stdout.write.bind(process.stdout);
  // Standard output is reserved for the one line of JSON.
  process.stdout.write = process.stderr.write.bind(process.stderr);

  const listener = await startListener(port);
  const addresses = createAddresses(listener.root);
  const lock = createInstanceLock(userData, listener.control);
  const spawned = createSpawnRecord();
  process.env['XDG_SESSION_TYPE'] = like;
  let isLeaving = false;
  const electron = createElectron({
    folder,
    userData,
    argv: process.argv,
    platform: process.platform,
    isWayland: process.platform === 'linux' && like === 'wayland',
    displays: displaysOf(hostArguments),
    programs: spawned.programs,
    uncaught: (error) => void process.emit('uncaughtException', toError(error)),
    isOnline: !isOffline,
    address: addresses.ofApp,
    appUrl: addresses.toApp,
    requestLock: lock.request,
    registerIcon,
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
  keepRunningOnErrors(electron.dialog.showError);
  quitOnSignals(electron.app.quit);
  listener.serve(electron, printError);
  // Before `ready`, as in Electron, where a top-level await of `whenReady` never resolves either.
  await import(pathToFileURL(electron.app.entry).href);
  // A second instance ends once the first one was notified.
  if (isLeaving) return;
  electron.app.becomeReady();
  writeLine(`${JSON.stringify({ url: listener.root, control: listener.control })}\n`);
}
