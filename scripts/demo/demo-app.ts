import { spawn } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Clock } from '../../src/core/clock.ts';
import { requestChannel } from '../../src/shared/ipc/bridge.ts';
import { askApp, startBrowserHost } from '../../tests/browser-host/index.ts';
import { hasDisplay } from '../electron.ts';
import { type ElectronProblem, type Ending, electronProblem } from '../electron-problem.ts';
import { type WatchedProgram, watchProgram } from '../watch-program.ts';
import { addSshKey } from './demo-data.ts';

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

export type ElectronStart =
  | { readonly kind: 'started'; readonly app: DemoApp }
  /** Quit by the user while starting. */
  | { readonly kind: 'quit' }
  | { readonly kind: 'failed'; readonly problem: ElectronProblem };

/**
 * The app's home folder is in the demo's folder, so that short SSH names that the user turns on there change no SSH config of
 * theirs. macOS finds the keychain through `$HOME`, so that path is linked.
 */
export async function homeIn(userData: string): Promise<NodeJS.ProcessEnv> {
  const home = join(userData, 'home');
  await addSshKey(home);
  if (process.platform === 'darwin')
    await symlink(join(homedir(), 'Library'), join(home, 'Library')).catch(() => {});
  const { XDG_CONFIG_HOME: _c, XDG_DATA_HOME: _d, XDG_CACHE_HOME: _, ...env } = process.env;
  const { XAUTHORITY = join(homedir(), '.Xauthority') } = env;
  return { ...env, HOME: home, USERPROFILE: home, XAUTHORITY };
}

interface AppFolders {
  readonly userData: string;
  /** As of `homeIn`. */
  readonly env: NodeJS.ProcessEnv;
}

/** Those of `past-clock.mjs` until now. */
const STEPS = [1, 2, 3];
const STEP_S = 240;

/** @param hasPast the app's clock begins in the past; `catchUp` takes it to now */
export async function startInBrowser(
  { userData, env }: AppFolders,
  { port, hasPast }: { readonly port: number; readonly hasPast: boolean },
) {
  const onPrinted = (text: string) => void process.stderr.write(text);
  const past = { NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} --import ${PAST_CLOCK}` };
  const own = { ...env, ...(hasPast && past) };
  const host = await startBrowserHost({ userData, port, env: own, onPrinted });
  const poll = () => askApp(host.url, requestChannel('refresh'), { accountId: null });
  return {
    /** @param pass called at each step, with its seconds */
    async catchUp(pass: (seconds: number) => void) {
      if (!hasPast) return;
      await poll();
      for (const _ of STEPS) {
        process.kill(host.pid, 'SIGUSR2');
        pass(STEP_S);
        // The first may join a reading that began before.
        await poll();
        await poll();
      }
    },
    page: host,
    ended: host.ended,
    async quit() {
      const code = await host.close();
      if (code !== 0) throw new Error(`The app ended with code ${code}; see its output above.`);
    },
  };
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

function runningElectron(program: WatchedProgram): DemoApp {
  let endedWith: Ending | null = null;
  const ended = program.ended.then((ending) => {
    endedWith = ending;
  });
  return {
    page: null,
    ended,
    async quit() {
      if (endedWith === null) {
        program.kill('SIGTERM');
        await program.ended;
        return;
      }
      const ending = await program.ended;
      if (isQuit(ending)) return;
      const how = ending.signal ?? `code ${ending.code}`;
      // The reason is in its stderr, which has been passed on.
      const { fix } = electronProblem(program.stderr(), ending);
      throw new Error([`Electron ended with ${how}.`, ...(fix ?? [])].join('\n'));
    },
  };
}

/** @param interrupted resolves when the demo is to end; the app then counts as started, and `quit` ends it */
export async function startInElectron(
  binary: string,
  { userData, env }: AppFolders,
  { interrupted, clock }: { readonly interrupted: Promise<unknown>; readonly clock: Clock },
): Promise<ElectronStart> {
  const args = [`--user-data-dir=${userData}`, PROJECT];
  const program = watchProgram(binary, args, { stdio: 'ignore', env }, clock);
  const started = Promise.withResolvers<null>();
  const cancel = clock.after(STARTED_MS, () => started.resolve(null));
  const running = Promise.race([started.promise, interrupted.then(() => null)]);
  const ending = await Promise.race([program.ended, running]);
  cancel();
  if (ending === null) {
    program.passOn();
    return { kind: 'started', app: runningElectron(program) };
  }
  if (isQuit(ending)) return { kind: 'quit' };
  return { kind: 'failed', problem: electronProblem(program.stderr(), ending) };
}
