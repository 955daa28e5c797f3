import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addFileAccounts } from '../../src/core/credentials-file/index.ts';
import { addressOf } from '../../src/core/providers/index.ts';
import { userDataFolder } from '../../src/core/settings/index.ts';
import { vmKey } from '../../src/shared/ssh/ssh-state.ts';
import {
  addSshKey,
  demoAccounts,
  freePort,
  keepAccount,
  presetSettings,
  settingsIn,
} from './demo-data.ts';
import { shellReport } from './messages.ts';
import { type DemoPlace, IDLE, simulatedAddresses, startPlaces } from './story.ts';

/** The same from `scripts/demo` and from the bundle in `out/demo`. */
const GPU_TRAY = fileURLToPath(new URL('../../bin/gpu-tray.mjs', import.meta.url));
const isWindows = process.platform === 'win32';
/** ms; commands accept a note of 3 min, and `gpu-tray watch` writes its own. */
const NOTE_MS = 5_000;
const IDLE_FOR_MS = 7 * 3_600_000;

/** Options without which a shell reads the files of its user. Any other shell: `sh`, which reads none. */
const OPTIONS = new Map([
  ['bash', ['--norc', '--noprofile']],
  ['zsh', ['-f']],
  ['fish', ['--no-config']],
]);

/** The environment of a user without a keychain, whose home is this folder. */
function environment(home: string, places: readonly DemoPlace[]): NodeJS.ProcessEnv {
  const { XDG_CONFIG_HOME: _c, XDG_DATA_HOME: _d, XDG_CACHE_HOME: _, ...env } = process.env;
  return {
    ...env,
    ...simulatedAddresses(places),
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData'),
    GPU_TRAY_CREDENTIALS_FILE: join(home, 'credentials.json'),
    PATH: [join(home, 'bin'), env['PATH']].join(delimiter),
    PS1: 'gpu-tray demo $ ',
    PROMPT: isWindows ? 'gpu-tray demo $G ' : 'gpu-tray demo %# ',
  };
}

/** Puts `gpu-tray` on the path of the shell. */
async function addCommand(home: string): Promise<void> {
  const { execPath } = process;
  await mkdir(join(home, 'bin'));
  const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;
  if (isWindows)
    await writeFile(join(home, 'bin', 'gpu-tray.cmd'), `@"${execPath}" "${GPU_TRAY}" %*\r\n`);
  else
    await writeFile(
      join(home, 'bin', 'gpu-tray'),
      `#!/bin/sh\nexec ${quoted(execPath)} ${quoted(GPU_TRAY)} "$@"\n`,
      { mode: 0o755 },
    );
}

/** Writes the keys and settings of the accounts. Returns the note of idle VMs, as a GPU Tray that has watched for hours writes it. */
async function addAccounts(folder: string, file: string, places: readonly DemoPlace[]) {
  const accounts = demoAccounts(places);
  const listed = accounts.map(({ provider, baseUrl, key, name }) => ({
    provider,
    name,
    apiKey: key,
    ...(addressOf(provider) === null && { baseUrl }),
  }));
  await writeFile(file, `${JSON.stringify({ accounts: listed }, null, 2)}\n`, { mode: 0o600 });
  const settings = settingsIn(folder);
  await addFileAccounts({ path: file, isOfSystemd: false }, settings, randomUUID);
  const { accounts: stored } = await settings.load();
  const idle: string[] = [];
  for (const place of places) {
    const { id } = stored.find(({ label }) => label === place.name) ?? {};
    const account = accounts.find(({ name }) => name === place.name);
    if (id === undefined || account === undefined) throw new Error(`No account ${place.name}`);
    await keepAccount(settings, id, account);
    for (const { id: vm, instance_label: label } of place.simulator.control.vms())
      if (label !== null && IDLE.includes(label)) idle.push(vmKey(id, vm));
  }
  const lowSince = Date.now() - IDLE_FOR_MS;
  return (now: number) => ({
    at: now,
    accounts: stored.map(({ id }) => id),
    idlePercent: 15,
    vms: Object.fromEntries(
      idle.map((key) => [key, { at: now, lowSince, workedUntil: null, gpu: null }]),
    ),
  });
}

/** The user's shell without their own files. */
function startShell(home: string, env: NodeJS.ProcessEnv): ChildProcess {
  const shell = process.env['SHELL'] ?? '';
  const options = OPTIONS.get(basename(shell));
  const [program, args] = isWindows
    ? [process.env['ComSpec'] ?? 'cmd.exe', ['/d']]
    : [options === undefined ? '/bin/sh' : shell, options ?? []];
  return spawn(program, args, { cwd: home, env, stdio: 'inherit' });
}

/** Runs a shell in which gpu-tray works on simulated clouds, in a temporary home. Resolves to the shell's exit code. */
export async function runShell(print: (text: string) => void): Promise<number> {
  // Ctrl-C is for the programs of the shell.
  process.on('SIGINT', () => {});
  const home = await mkdtemp(join(tmpdir(), 'gpu-tray-demo-'));
  const sshPort = await freePort();
  const places = await startPlaces({ sshPort });
  Object.assign(process.env, simulatedAddresses(places));
  let timer: NodeJS.Timeout | undefined;
  try {
    const env = environment(home, places);
    const folder = userDataFolder(process.platform, env, home);
    await addCommand(home);
    await addSshKey(home);
    await presetSettings(folder, { sshPort, limit: null });
    const note = await addAccounts(folder, join(home, 'credentials.json'), places);
    const writeNote = () =>
      writeFile(join(folder, 'idle.json'), JSON.stringify(note(Date.now()))).catch(() => {});
    await writeNote();
    timer = setInterval(() => void writeNote(), NOTE_MS);
    print(shellReport(places));
    const shell = startShell(home, env);
    for (const signal of ['SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => void shell.kill('SIGHUP'));
    const [code]: unknown[] = await once(shell, 'close');
    return typeof code === 'number' ? code : 0;
  } finally {
    clearInterval(timer);
    await Promise.all(places.map(({ simulator }) => simulator.close()));
    await rm(home, { recursive: true, force: true });
  }
}
