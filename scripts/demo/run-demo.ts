import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { systemClock } from '../../src/core/clock.ts';
import { requestChannel } from '../../src/shared/ipc/bridge.ts';
import { APP, ensureBuilt } from '../../tests/app-build/ensure-built.ts';
import { askApp } from '../../tests/browser-host/index.ts';
import { downloadElectron, electronBinary, hasDisplay, whyNotDownloaded } from '../electron.ts';
import {
  type DemoApp,
  homeIn,
  openInBrowser,
  startInBrowser,
  startInElectron,
} from './demo-app.ts';
import {
  type DemoAccount,
  type DemoData,
  demoAccounts,
  freePort,
  openDemoData,
  presetSettings,
} from './demo-data.ts';
import { type BrowserReason, type DemoFacts, demoReport } from './messages.ts';
import { type DemoPlace, demoLimit, playStory, simulatedAddresses, startPlaces } from './story.ts';

export interface DemoOptions {
  readonly isFirstRun: boolean;
  readonly isInBrowser: boolean;
  /** Port of the page in a browser; 0: a free one. */
  readonly port: number;
}

type Print = (text: string) => void;
type Start = DemoOptions & {
  readonly places: readonly DemoPlace[];
  readonly accounts: readonly DemoAccount[];
  readonly data: DemoData;
  readonly userData: string;
  readonly env: NodeJS.ProcessEnv;
  readonly interrupted: Promise<unknown>;
};
type Started = { readonly app: DemoApp } & Pick<DemoFacts, 'signIn' | 'browserReason'>;

/** Runs until SIGINT, SIGTERM or the app's end. Rejects when something cannot be started or ends with an error. */
export async function runDemo(options: DemoOptions, print: Print): Promise<void> {
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  ensureBuilt(APP, print);
  const electron = await findElectron(options.isInBrowser, print);
  const sshPort = await freePort();
  const userData = await mkdtemp(join(tmpdir(), 'gpu-tray-demo-'));
  const places = await startPlaces({ sshPort });
  const simulators = places.map(({ simulator }) => simulator);
  const [service] = simulators;
  if (service === undefined) throw new Error('The demo has no place');
  const env = { ...(await homeIn(userData)), ...simulatedAddresses(places) };
  const data = openDemoData(userData, env);
  try {
    const limit = options.isFirstRun ? null : demoLimit(simulators);
    await presetSettings(userData, { sshPort, limit });
    const accounts = demoAccounts(places);
    const start = { ...options, places, accounts, data, userData, env, interrupted };
    const started =
      typeof electron === 'string'
        ? await startWithElectron(electron, start, print)
        : await startOnPage(electron, start, false);
    if (started === null) {
      print('\nElectron was quit.\n');
      return;
    }
    const { app, ...facts } = started;
    const cancelStory = playStory(service, systemClock);
    try {
      const hasKeychain = await data.hasKeychain();
      print(
        demoReport({
          places,
          sshPort,
          page: app.page,
          hasKeychain,
          userData,
          ...facts,
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
    const left = await data.remove();
    if (left > 0)
      print(`${left} of the demo’s credentials could not be removed from your keychain.\n`);
    await Promise.all(simulators.map((each) => each.close()));
    await rm(userData, { recursive: true, force: true });
  }
}

/** The path of Electron's binary, downloaded where that makes sense; or why the demo runs in a browser. */
async function findElectron(isInBrowser: boolean, print: Print): Promise<string | BrowserReason> {
  if (isInBrowser)
    return { reason: '--browser was given', fix: ['Without it the demo uses Electron.'] };
  const installed = electronBinary();
  if (installed !== null) return installed;
  const isRoot = process.getuid?.() === 0;
  let reason = whyNotDownloaded(process.env, process.platform, isRoot);
  if (reason === null) {
    print('Downloading Electron (once, at most 30 s)…\n');
    reason = await downloadElectron();
  }
  return (
    electronBinary() ?? {
      reason: reason ?? 'Electron was downloaded, but its program is missing',
      fix: [
        hasDisplay(process.env, process.platform)
          ? 'For the real tray: npx install-electron, then start the demo again.'
          : 'For the real tray, start the demo in a desktop session.',
      ],
    }
  );
}

/** Electron takes no requests from outside, so the demo signs in through the keychain, as the command line does. */
async function startWithElectron(
  binary: string,
  start: Start,
  print: Print,
): Promise<Started | null> {
  const { accounts, data, interrupted, isFirstRun } = start;
  let isSignedIn = !isFirstRun;
  for (const account of accounts) isSignedIn &&= await data.signIn(account);
  print('Starting Electron…\n');
  const outcome = await startInElectron(binary, start, { interrupted, clock: systemClock });
  switch (outcome.kind) {
    case 'quit':
      return null;
    case 'failed': {
      const { reason, fix } = outcome.problem;
      const why = { reason: `Electron failed to start: ${reason}`, fix: fix ?? [] };
      return startOnPage(why, start, isSignedIn);
    }
    case 'started': {
      const signIn = isFirstRun ? 'firstRun' : isSignedIn ? 'done' : 'noKeychain';
      return { app: outcome.app, browserReason: null, signIn };
    }
  }
}

async function startOnPage(
  browserReason: BrowserReason,
  { port, isFirstRun, accounts, places, userData, env }: Start,
  isSignedIn: boolean,
): Promise<Started> {
  // Windows has no such signal.
  const hasPast = !isFirstRun && process.platform !== 'win32';
  const app = await startInBrowser({ userData, env }, { port, hasPast });
  let isDone = isSignedIn || !isFirstRun;
  if (!isSignedIn)
    for (const account of accounts) isDone &&= await signInThroughPanel(app.page.url, account);
  await app.catchUp((seconds) => {
    for (const { simulator } of places) simulator.control.advance(seconds);
  });
  const signIn = isFirstRun ? 'firstRun' : isDone ? 'done' : 'failed';
  return { app, browserReason, signIn };
}

const signedIn = z.object({ ok: z.literal(true), value: z.object({ accountId: z.string() }) });

async function signInThroughPanel(
  url: string,
  { provider, name, baseUrl, key, profile }: DemoAccount,
): Promise<boolean> {
  const answer = signedIn.safeParse(
    await askApp(url, requestChannel('signInWithKey'), {
      provider,
      baseUrl,
      key,
      accountId: null,
    }),
  );
  if (!answer.success) return false;
  const { accountId } = answer.data.value;
  await askApp(url, requestChannel('changeAccount'), { accountId, name, profile });
  return true;
}
