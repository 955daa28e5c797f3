import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '../../simulator/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { REQUEST_CHANNELS } from '../../src/shared/ipc/index.ts';
import { ensureBuilt } from '../app-build/index.ts';
import { askApp } from '../browser-host/index.ts';
import { electronBinary } from '../e2e/hosts/electron-binary.ts';
import type { DemoArguments } from './arguments.ts';
import { type DemoApp, startInBrowser, startInElectron } from './demo-app.ts';
import { type DemoKeychain, openDemoKeychain } from './demo-keychain.ts';
import { freePort, presetSshPort } from './demo-logins.ts';
import { takeBackNames } from './demo-ssh.ts';
import { demoWords } from './demo-words.ts';
import {
  ELECTRON_INSTALL,
  electronSource,
  runInstall,
  takesConnection,
} from './electron-source.ts';
import { fetchElectron, whyNotFetched } from './fetch-electron.ts';

const VMS = 12;
/** Fast enough to see VMs change while one looks, slow enough to follow. */
const SPEED = 10;

export type Say = (text: string) => void;

/** Signs in through the panel's own request. False when it was refused. */
async function signInThroughPanel(url: string, simulator: Simulator): Promise<boolean> {
  const answer = await askApp(url, REQUEST_CHANNELS.signInWithKey, {
    baseUrl: simulator.baseUrl,
    key: simulator.credentials[0].apiKeys.read_only,
    accountId: null,
  });
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true;
}

type Found =
  | { readonly binary: string }
  /** In words. */
  | { readonly binary: null; readonly why: string };

/** Electron, fetched if need be and if that can be done soon. */
async function findElectron(isInBrowser: boolean, say: Say): Promise<Found> {
  if (isInBrowser) return { binary: null, why: '--browser was given' };
  const installed = electronBinary();
  if (installed !== null) return { binary: installed };
  let why = whyNotFetched(process.env);
  if (why === null) {
    say('Fetching Electron, once and for half a minute at most …\n');
    const source = electronSource(process.env);
    why = await fetchElectron({
      install: (signal) => runInstall(ELECTRON_INSTALL, signal),
      isReachable: async () => source === null || takesConnection(source),
      clock: systemClock,
    });
  }
  const binary = electronBinary();
  return binary === null ? { binary, why: why ?? 'it was fetched, but is not there' } : { binary };
}

/** Starts the app, signed in if that was asked for and could be done. */
async function startApp(
  { port, isSignedIn }: DemoArguments,
  binary: string | null,
  simulator: Simulator,
  keychain: DemoKeychain,
  userData: string,
): Promise<{ app: DemoApp; isSignedIn: boolean }> {
  if (binary === null) {
    const app = await startInBrowser(userData, port);
    const url = app.page?.url ?? '';
    return { app, isSignedIn: isSignedIn && (await signInThroughPanel(url, simulator)) };
  }
  const key = simulator.credentials[0].apiKeys.read_only;
  const isDone = isSignedIn && (await keychain.signIn(simulator.baseUrl, key));
  return { app: startInElectron(binary, userData), isSignedIn: isDone };
}

/** Runs until SIGINT, SIGTERM or the app's own end. Rejects when something could not be started, or did not end well. */
export async function runDemo(wanted: DemoArguments, say: Say): Promise<void> {
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  ensureBuilt(say);
  const electron = await findElectron(wanted.isInBrowser, say);
  const whyPage = electron.binary === null ? electron.why : null;
  const sshPort = await freePort();
  const simulator = await startSimulator({ vms: VMS, speed: SPEED, sshPort });
  const userData = await mkdtemp(join(tmpdir(), 'gpu-tray-demo-'));
  const keychain = openDemoKeychain(userData);
  try {
    await presetSshPort(userData, sshPort);
    const { app, isSignedIn } = await startApp(
      wanted,
      electron.binary,
      simulator,
      keychain,
      userData,
    );
    try {
      const hasKeychain = await keychain.isAvailable();
      const { page } = app;
      say(
        demoWords({
          simulator,
          vms: VMS,
          speed: SPEED,
          sshPort,
          page,
          whyPage,
          hasKeychain,
          isSignedIn,
          userData,
        }),
      );
      await Promise.race([interrupted, app.ended]);
    } finally {
      say('\nEnding …\n');
      await app.quit();
    }
  } finally {
    const names = await takeBackNames(userData);
    if (names !== null) say(`${names}\n`);
    const left = await keychain.forget();
    if (left > 0)
      say(`${left} of the demo’s credentials could not be removed from the keychain.\n`);
    keychain.dispose();
    await simulator.close();
    await rm(userData, { recursive: true, force: true });
  }
}
