import type { Simulator } from '../../simulator/index.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { REQUEST_CHANNELS } from '../../src/shared/ipc/index.ts';
import { askApp } from '../browser-host/index.ts';
import { electronBinary } from '../e2e/hosts/electron-binary.ts';
import { type DemoApp, startInBrowser, startInElectron } from './demo-app.ts';
import type { DemoKeychain } from './demo-keychain.ts';
import {
  ELECTRON_INSTALL,
  electronSource,
  runInstall,
  takesConnection,
} from './electron-source.ts';
import { fetchElectron, whyNotFetched } from './fetch-electron.ts';

/** Why the panel is a page, and what would make it a tray, in lines. */
export interface WhyPage {
  readonly reason: string;
  readonly remedy: readonly string[];
}

type Found = { readonly binary: string } | { readonly binary: null; readonly why: WhyPage };

/** The demo's app, and how far it has come. */
export interface StartedApp {
  readonly app: DemoApp;
  /** Null in Electron. */
  readonly whyPage: WhyPage | null;
  readonly isSignedIn: boolean;
  /** Why it is not signed in although that was asked for; null: it is, or nobody asked. */
  readonly whySignedOut: string | null;
}

/** What it is started with. */
export interface DemoStart {
  readonly port: number;
  readonly isSignInWanted: boolean;
  readonly simulator: Simulator;
  readonly keychain: DemoKeychain;
  /** The folder of its settings. */
  readonly userData: string;
  readonly clock: Clock;
  /** Resolves when the demo is to end. */
  readonly interrupted: Promise<unknown>;
}

/** Electron, fetched if need be and if that can be done soon. */
export async function findElectron(
  isInBrowser: boolean,
  say: (text: string) => void,
): Promise<Found> {
  if (isInBrowser) {
    const remedy = ['Without --browser it runs in Electron, with the real tray.'];
    return { binary: null, why: { reason: '--browser was given', remedy } };
  }
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
  if (binary !== null) return { binary };
  const remedy = ['To see the real tray, run "npx install-electron" and start the demo again.'];
  return { binary, why: { reason: why ?? 'it was fetched, but is not there', remedy } };
}

/** Signs in through the panel's own request. False when it was refused. */
async function signInThroughPanel(url: string, simulator: Simulator): Promise<boolean> {
  const answer = await askApp(url, REQUEST_CHANNELS.signInWithKey, {
    baseUrl: simulator.baseUrl,
    key: simulator.credentials[0].apiKeys.read_only,
    accountId: null,
  });
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true;
}

async function startOnPage(start: DemoStart, why: WhyPage, isDone: boolean): Promise<StartedApp> {
  const { port, isSignInWanted, simulator, userData } = start;
  const app = await startInBrowser(userData, port);
  const url = app.page?.url ?? '';
  const isSignedIn = isDone || (isSignInWanted && (await signInThroughPanel(url, simulator)));
  const isRefused = isSignInWanted && !isSignedIn;
  return { app, whyPage: why, isSignedIn, whySignedOut: isRefused ? 'the app refused it' : null };
}

/**
 * Starts the app, signed in if that was asked for and can be done: in Electron, and where that is not there or does not
 * live, in a browser. Null: somebody quit it while it started.
 */
export async function startDemoApp(start: DemoStart, found: Found): Promise<StartedApp | null> {
  const { isSignInWanted, simulator, keychain, userData } = start;
  if (found.binary === null) return startOnPage(start, found.why, false);
  const key = simulator.credentials[0].apiKeys.read_only;
  // Electron takes no requests from outside, and so is signed in as the command line does it.
  const isSignedIn = isSignInWanted && (await keychain.signIn(simulator.baseUrl, key));
  const outcome = await startInElectron(found.binary, userData, start);
  switch (outcome.kind) {
    case 'quit':
      return null;
    case 'failed': {
      const { reason, remedy } = outcome.trouble;
      const why = { reason: `Electron ended at once: ${reason}`, remedy: remedy ?? [] };
      return startOnPage(start, why, isSignedIn);
    }
    case 'runs': {
      const isLost = isSignInWanted && !isSignedIn;
      const whySignedOut = isLost
        ? 'there is no keychain through which Electron could get it'
        : null;
      return { app: outcome.app, whyPage: null, isSignedIn, whySignedOut };
    }
  }
}
