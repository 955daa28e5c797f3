import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { endMarked, MARK, markedNames } from './marked-processes.ts';
import { type Recorder, recordingSsh } from './recorder.ts';
import { until } from './until.ts';

/** A desktop that nobody sees: X, Wayland, and a home folder. */
export interface Desktop {
  readonly home: string;
  /** First on PATH. */
  readonly bin: string;
  readonly ssh: Recorder;
  readonly logIn: () => Promise<Session>;
  /** Ends everything that was started on it, and removes its folder. */
  readonly close: () => Promise<void>;
}

/**
 * Somebody's time at the desktop, with a session bus of its own: a terminal that has one process for all windows finds none
 * there that is just about to end, as GNOME Terminal's does seconds after its last window.
 */
export interface Session {
  /** For programs that draw on X. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** For programs that draw on Wayland only. */
  readonly waylandEnv: Readonly<NodeJS.ProcessEnv>;
  /** Of its own. */
  readonly folder: string;
  /** Resolves once no program of that name runs in it. */
  readonly hasEnded: (name: string) => Promise<void>;
  /** Ends everything that was started in it. */
  readonly logOut: () => Promise<void>;
}

const WAYLAND_DISPLAY = 'wayland-test';

function start(
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  stdio: StdioOptions,
): ChildProcess {
  return spawn(program, words, { env, stdio });
}

/** The first line a program writes to that stream. */
function firstLine(what: string, child: ChildProcess, stream: Readable | null): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const [line, rest] = text.split('\n');
      if (line !== undefined && rest !== undefined) resolve(line);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${what} ended with ${code}.`)));
  });
}

async function startX(env: NodeJS.ProcessEnv): Promise<string> {
  const words = ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'];
  const child = start('Xvfb', words, env, ['ignore', 'ignore', 'ignore', 'pipe']);
  const told = child.stdio[3];
  return `:${await firstLine('Xvfb', child, told instanceof Readable ? told : null)}`;
}

async function startBus(env: NodeJS.ProcessEnv, runtime: string): Promise<string> {
  const words = ['--session', '--nofork', '--print-address', `--address=unix:dir=${runtime}`];
  const child = start('dbus-daemon', words, env, ['ignore', 'pipe', 'ignore']);
  return firstLine('dbus-daemon', child, child.stdout);
}

/** Within X, since foot insists on a seat and Weston's headless backend has none. */
async function startWayland(env: NodeJS.ProcessEnv, runtime: string): Promise<void> {
  const words = ['--backend=x11-backend.so', '--use-pixman', '--no-config', '--idle-time=0'];
  const child = start('weston', [...words, `--socket=${WAYLAND_DISPLAY}`], env, 'ignore');
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`weston ended with ${code}.`)));
  });
  const isThere = async () => (await readdir(runtime)).includes(WAYLAND_DISPLAY) || null;
  await Promise.race([failed, until('weston listens', isThere)]);
  failed.catch(() => undefined);
}

/** @throws when one of its programs is not there */
export async function startDesktop(): Promise<Desktop> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-terminals-'));
  const [home, bin, runtime, record] = ['home', 'bin', 'run', 'record'].map((name) =>
    join(folder, name),
  );
  if (!home || !bin || !runtime || !record) throw new Error('No folders.');
  for (const path of [home, bin, runtime, record]) await mkdir(path, { mode: 0o700 });
  const close = async () => {
    await endMarked(folder);
    await rm(folder, { recursive: true });
  };
  try {
    const bare: NodeJS.ProcessEnv = {
      [MARK]: folder,
      HOME: home,
      XDG_RUNTIME_DIR: runtime,
      PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
      LANG: 'C.UTF-8',
      // kitty and Alacritty draw with OpenGL, and here is no graphics card.
      LIBGL_ALWAYS_SOFTWARE: '1',
      // No accessibility bus, no settings but the defaults.
      NO_AT_BRIDGE: '1',
      GSETTINGS_BACKEND: 'memory',
    };
    const DISPLAY = await startX(bare);
    const onX = { ...bare, DISPLAY };
    await startWayland(onX, runtime);
    let sessions = 0;
    const logIn = async (): Promise<Session> => {
      sessions += 1;
      const own = join(folder, `session-${sessions}`);
      await mkdir(own);
      const marked = { ...onX, [MARK]: own };
      const env = { ...marked, DBUS_SESSION_BUS_ADDRESS: await startBus(marked, runtime) };
      const waylandEnv = { ...env, WAYLAND_DISPLAY };
      const hasEnded = async (name: string) => {
        const isGone = async () => ((await markedNames(own)).includes(name) ? null : true);
        await until(`${name} ends`, isGone);
      };
      return { env, waylandEnv, folder: own, hasEnded, logOut: () => endMarked(own) };
    };
    return { home, bin, ssh: await recordingSsh(bin, record), logIn, close };
  } catch (error) {
    await close();
    throw error;
  }
}
