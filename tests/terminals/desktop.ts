import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { endMarked, MARK, markedNames, until } from './processes.ts';
import { type Recorder, recordingSsh } from './recorder.ts';

/** A virtual desktop: X, Wayland and a home folder. */
export interface Desktop {
  readonly home: string;
  /** First on PATH. */
  readonly bin: string;
  readonly ssh: Recorder;
  readonly logIn: () => Promise<Session>;
  /** Kills everything that was started on it and deletes its folder. */
  readonly close: () => Promise<void>;
}

/**
 * A desktop session with its own session bus, so that a terminal with one process for all windows never meets one that is about
 * to exit, as that of GNOME Terminal does seconds after its last window.
 */
export interface Session {
  /** For programs that draw on X. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** For programs that draw on Wayland only. */
  readonly waylandEnv: Readonly<NodeJS.ProcessEnv>;
  /** For the session's files. */
  readonly folder: string;
  /** Resolves once no program of that name runs in it. */
  readonly hasEnded: (name: string) => Promise<void>;
  /** Kills everything that was started in it. */
  readonly logOut: () => Promise<void>;
}

const WAYLAND_DISPLAY = 'wayland-test';

function start(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdio: StdioOptions,
): ChildProcess {
  return spawn(program, args, { env, stdio });
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
    child.once('exit', (code) => reject(new Error(`${what} exited with ${code}`)));
  });
}

async function startX(env: NodeJS.ProcessEnv): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'];
  const child = start('Xvfb', args, env, ['ignore', 'ignore', 'ignore', 'pipe']);
  const output = child.stdio[3];
  return `:${await firstLine('Xvfb', child, output instanceof Readable ? output : null)}`;
}

async function startBus(env: NodeJS.ProcessEnv, runtime: string): Promise<string> {
  const args = ['--session', '--nofork', '--print-address', `--address=unix:dir=${runtime}`];
  const child = start('dbus-daemon', args, env, ['ignore', 'pipe', 'ignore']);
  return firstLine('dbus-daemon', child, child.stdout);
}

/** Inside X, since foot needs a seat and Weston's headless backend has none. */
async function startWayland(env: NodeJS.ProcessEnv, runtime: string): Promise<void> {
  const args = ['--backend=x11-backend.so', '--use-pixman', '--no-config', '--idle-time=0'];
  const child = start('weston', [...args, `--socket=${WAYLAND_DISPLAY}`], env, 'ignore');
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`weston exited with ${code}`)));
  });
  const exists = async () => (await readdir(runtime)).includes(WAYLAND_DISPLAY) || null;
  await Promise.race([failed, until('weston listens', exists)]);
  failed.catch(() => undefined);
}

/** @throws when one of its programs is not installed */
export async function startDesktop(): Promise<Desktop> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-terminals-'));
  const [home, bin, runtime, record] = ['home', 'bin', 'run', 'record'].map((name) =>
    join(folder, name),
  );
  if (!home || !bin || !runtime || !record) throw new Error('no folders');
  for (const path of [home, bin, runtime, record]) await mkdir(path, { mode: 0o700 });
  const close = async () => {
    await endMarked(folder);
    // Where a desktop portal is installed, a terminal may have started it, and its mount outlives it.
    spawnSync('fusermount', ['-uz', join(runtime, 'doc')]);
    await rm(folder, { recursive: true });
  };
  try {
    const bare: NodeJS.ProcessEnv = {
      [MARK]: folder,
      HOME: home,
      XDG_RUNTIME_DIR: runtime,
      PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
      LANG: 'C.UTF-8',
      // kitty and Alacritty draw with OpenGL; there is no graphics card.
      LIBGL_ALWAYS_SOFTWARE: '1',
      // No accessibility bus, default settings only.
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
