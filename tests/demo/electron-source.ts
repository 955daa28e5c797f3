import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect } from 'node:net';

const CONNECT_MS = 3_000;
/** Characters of a complaint that is shown in one line. */
const MAX_COMPLAINT = 120;

/** The script with which the npm package `electron` fetches its binary on first use. */
export const ELECTRON_INSTALL = createRequire(import.meta.url).resolve('electron/install.js');

/**
 * Where Electron is downloaded from, as @electron/get reads it; null where a proxy goes between, of which a connection tells
 * nothing.
 */
export function electronSource(env: Readonly<NodeJS.ProcessEnv>): URL | null {
  if (env['ELECTRON_GET_USE_PROXY']) return null;
  const mirror = env['npm_config_electron_mirror'] ?? env['ELECTRON_MIRROR'] ?? '';
  return URL.parse(mirror) ?? new URL('https://github.com');
}

/** Whether a server takes a connection within three seconds. */
export function takesConnection({ hostname, port, protocol }: URL): Promise<boolean> {
  const usual = protocol === 'http:' ? 80 : 443;
  const socket = connect({ host: hostname, port: port === '' ? usual : Number(port) });
  return new Promise((resolve) => {
    const end = (isTaken: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isTaken);
    };
    const timer = setTimeout(() => end(false), CONNECT_MS);
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

/** What went wrong, in one line: the first error that was printed. */
function complaintIn(printed: string): string {
  const said = /Error: (.+)/.exec(printed)?.[1] ?? '';
  return ['the download failed', said.slice(0, MAX_COMPLAINT)].filter(Boolean).join(': ');
}

/** Runs an installing script of Node's to its end, or until it is told to end. Null: it went well; else its complaint. */
export async function runInstall(script: string, signal: AbortSignal): Promise<string | null> {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  await once(child, 'close');
  signal.removeEventListener('abort', kill);
  return child.exitCode === 0 ? null : complaintIn(printed);
}
