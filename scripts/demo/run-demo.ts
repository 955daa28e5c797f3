import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/core/clock.ts';
import { APP, ensureBuilt } from '../../tests/app-build/ensure-built.ts';
import { downloadElectron, electronBinary, hasDisplay } from '../electron.ts';
import type { ElectronProblem } from '../electron-problem.ts';
import {
  type AppFolders,
  appHome,
  type DemoApp,
  openInBrowser,
  startInBrowser,
  startInElectron,
} from './demo-app.ts';
import {
  type DemoAccount,
  type DemoKeychain,
  demoAccounts,
  openDemoKeychain,
  presetSettings,
} from './demo-data.ts';
import { type DemoFacts, demoReport } from './messages.ts';
import { type DemoPlace, demoLimit, playStory, startPlaces } from './story.ts';

export interface DemoOptions {
  readonly isFirstRun: boolean;
  readonly isInBrowser: boolean;
  /** Port of the page in a browser; 0: a free one. */
  readonly port: number;
}

type Print = (text: string) => void;

interface Start {
  readonly options: DemoOptions;
  readonly places: readonly DemoPlace[];
  readonly accounts: readonly DemoAccount[];
  readonly keychain: DemoKeychain;
  readonly folders: AppFolders;
  readonly interrupted: Promise<unknown>;
}

type Started = { readonly app: DemoApp } & Pick<DemoFacts, 'isSignedIn' | 'whyBrowser'>;

/** ms */
const DOWNLOAD_WITHIN = 30_000;

/** Runs until SIGINT, SIGTERM or the app's end. Rejects when something cannot be started or ends with an error. */
export async function runDemo(options: DemoOptions, print: Print): Promise<void> {
  const { isFirstRun, isInBrowser } = options;
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  ensureBuilt(APP, print);
  const electron = findElectron(isInBrowser, print);
  const userData = await mkdtemp(join(tmpdir(), 'gpu-tray-demo-'));
  const places = await startPlaces();
  const simulators = places.map(({ simulator }) => simulator);
  const [service] = simulators;
  if (service === undefined) throw new Error('The demo has no place');
  const env = await appHome(userData, places);
  const keychain = openDemoKeychain(userData, env);
  const accounts = isFirstRun ? [] : demoAccounts(places);
  try {
    const limit = isFirstRun ? null : demoLimit(simulators);
    await presetSettings(userData, { accounts, hasCredential: false, limit });
    const folders = { userData, env };
    const start = { options, places, accounts, keychain, folders, interrupted };
    const started = await startApp(electron, start, print);
    if (started === null) {
      print('\nElectron was quit.\n');
      return;
    }
    const { app, isSignedIn, whyBrowser } = started;
    const cancelStory = playStory(service, systemClock);
    try {
      print(
        demoReport({
          places,
          userData,
          isFirstRun,
          isSignedIn,
          page: app.page,
          whyBrowser,
        }),
      );
      if (app.page !== null) openInBrowser(app.page.url);
      await Promise.race([interrupted, app.ended]);
    } finally {
      cancelStory();
      print('\nCleaning up…\n');
      await app.quit();
    }
  } finally {
    const left = await keychain.remove();
    if (left > 0)
      print(`${left} of the demo’s credentials could not be removed from your keychain.\n`);
    await Promise.all(simulators.map((each) => each.close()));
    await rm(userData, { recursive: true, force: true });
  }
}

/** Starts Electron, or a page where it is missing or fails. Null: the user has quit Electron. */
async function startApp(
  electron: string | ElectronProblem,
  { options, places, accounts, keychain, folders, interrupted }: Start,
  print: Print,
): Promise<Started | null> {
  let whyBrowser = electron;
  let isSignedIn = false;
  if (typeof whyBrowser === 'string') {
    // Electron takes no requests from outside, so the demo signs in through the keychain, as the command line does.
    isSignedIn = true;
    for (const account of accounts) isSignedIn &&= await keychain.signIn(account);
    print('Starting Electron…\n');
    const ports = { interrupted, clock: systemClock };
    const outcome = await startInElectron(whyBrowser, folders, ports);
    if (outcome === null) return null;
    if ('page' in outcome) return { app: outcome, isSignedIn, whyBrowser: null };
    whyBrowser = { ...outcome, reason: `Electron failed to start: ${outcome.reason}` };
  }
  // Windows has no such signal.
  const hasPast = !options.isFirstRun && process.platform !== 'win32';
  const page = await startInBrowser(folders, {
    port: options.port,
    accounts: isSignedIn ? [] : accounts,
    past: hasPast ? places : null,
  });
  return { ...page, whyBrowser };
}

/** The path of Electron's binary, downloaded where there is a display; or why the demo runs in a browser, and what to do. */
function findElectron(isInBrowser: boolean, print: Print): string | ElectronProblem {
  if (isInBrowser)
    return { reason: '--browser was given', fix: ['Without it the demo uses Electron.'] };
  const installed = electronBinary();
  if (installed !== null) return installed;
  if (!hasDisplay(process.env, process.platform))
    return {
      reason: 'Electron is not installed, and there is no display',
      fix: ['For the real tray, start the demo in a desktop session.'],
    };
  print('Downloading Electron (once, at most 30 s)…\n');
  return (
    downloadElectron(DOWNLOAD_WITHIN) ?? {
      reason: 'Electron is not installed',
      fix: ['For the real tray: npx install-electron, then start the demo again.'],
    }
  );
}
