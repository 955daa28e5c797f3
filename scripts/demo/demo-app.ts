import { spawn } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../src/core/clock.ts';
import { requestChannel } from '../../src/shared/ipc/bridge.ts';
import { askApp, startBrowserHost } from '../../tests/browser-host/index.ts';
import { hasDisplay } from '../electron.ts';
import { type ElectronProblem, type Ending, electronProblem } from '../electron-problem.ts';
import { watchProgram } from '../watch-program.ts';
import { type DemoAccount, demoHome } from './demo-data.ts';
import { type DemoPlace, keyOf } from './story.ts';

const PAST_CLOCK = new URL('past-clock.mjs', import.meta.url).href;
const PROJECT = resolve(import.meta.dirname, '../..');
/** ms after which Electron counts as started: a failed start ends within one or two seconds. */
const STARTED_MS = 5_000;

export interface DemoApp {
  /** Null in Electron, which has a tray and a panel. */
  readonly page: { readonly url: string; readonly control: string } | null;
  /** Resolves when the app has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
  /** Rejects with the reason when the app ended with an error. */
  quit(): Promise<void>;
}

export interface AppFolders {
  readonly userData: string;
  /** As of `appHome`. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The app's home folder is in the demo's folder, so that short SSH names that the user turns on there change no SSH config of
 * theirs. macOS finds the keychain through `$HOME`, so that path is linked.
 */
export async function appHome(
  userData: string,
  places: readonly DemoPlace[],
): Promise<NodeJS.ProcessEnv> {
  const home = join(userData, 'home');
  const env = await demoHome(home, places);
  if (process.platform === 'darwin')
    await symlink(join(homedir(), 'Library'), join(home, 'Library')).catch(() => {});
  return { XAUTHORITY: join(homedir(), '.Xauthority'), ...env };
}

/** Those of `past-clock.mjs` until now. */
const STEPS = [1, 2, 3];
const STEP_S = 240;

interface PageOptions {
  readonly port: number;
  /** Signed in as the panel does. */
  readonly accounts: readonly DemoAccount[];
  /** The app's clock begins in the past, and is taken to now. Null: it is right from the start. */
  readonly past: readonly DemoPlace[] | null;
}

const signedIn = z.object({ ok: z.literal(true) });

/** Runs the app without Electron. `isSignedIn`: each key was accepted. */
export async function startInBrowser(
  { userData, env }: AppFolders,
  { port, accounts, past }: PageOptions,
): Promise<{ readonly app: DemoApp; readonly isSignedIn: boolean }> {
  const onPrinted = (text: string) => void process.stderr.write(text);
  const inPast = { NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} --import ${PAST_CLOCK}` };
  const own = { ...env, ...(past !== null && inPast) };
  const host = await startBrowserHost({ userData, port, env: own, onPrinted });
  let isSignedIn = true;
  for (const account of accounts) {
    const { id: accountId, provider, simulator } = account;
    const { baseUrl } = simulator;
    const request = { provider, baseUrl, key: keyOf(account), accountId };
    const answer = await askApp(host.url, requestChannel('signInWithKey'), request);
    isSignedIn &&= signedIn.safeParse(answer).success;
  }
  const poll = () => askApp(host.url, requestChannel('refresh'), { accountId: null });
  if (past !== null) {
    await poll();
    for (const _ of STEPS) {
      process.kill(host.pid, 'SIGUSR2');
      for (const { simulator } of past) simulator.control.advance(STEP_S);
      // The first may join a reading that began before.
      await poll();
      await poll();
    }
  }
  const app = {
    page: host,
    ended: host.ended,
    async quit() {
      const code = await host.close();
      if (code !== 0) throw new Error(`The app ended with code ${code}; see its output above.`);
    },
  };
  return { app, isSignedIn };
}

/** Opens a page in the default browser where there is a display. The address is printed in any case, so failures are ignored. */
export function openInBrowser(url: string): void {
  const { platform, env } = process;
  if (!hasDisplay(env, platform)) return;
  const [command, ...args] =
    platform === 'darwin'
      ? ['open', url]
      : platform === 'win32'
        ? ['rundll32.exe', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** Ctrl-C reaches the whole process group. */
function isQuit({ code, signal }: Ending): boolean {
  return code === 0 || signal === 'SIGINT' || signal === 'SIGTERM';
}

/**
 * Resolves to null where the user has quit it while starting, or to why it failed.
 *
 * @param interrupted resolves when the demo is to end; the app then counts as started, and `quit` ends it
 */
export async function startInElectron(
  binary: string,
  { userData, env }: AppFolders,
  { interrupted, clock }: { readonly interrupted: Promise<unknown>; readonly clock: Clock },
): Promise<DemoApp | ElectronProblem | null> {
  const args = [`--user-data-dir=${userData}`, PROJECT];
  const { ended, stderr, kill } = watchProgram(binary, args, { stdio: 'ignore', env });
  const started = Promise.withResolvers<null>();
  const cancel = clock.after(STARTED_MS, () => started.resolve(null));
  const early = await Promise.race([ended, started.promise, interrupted.then(() => null)]);
  cancel();
  if (early !== null) return isQuit(early) ? null : electronProblem(stderr(), early);
  return {
    page: null,
    ended,
    async quit() {
      const wasRunning = kill('SIGTERM');
      const ending = await ended;
      if (wasRunning || isQuit(ending)) return;
      const how = ending.signal ?? `code ${ending.code}`;
      throw new Error(
        [`Electron ended with ${how}.`, ...electronProblem(stderr(), ending).fix].join('\n'),
      );
    },
  };
}
