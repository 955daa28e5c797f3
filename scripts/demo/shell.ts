import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { userDataFolder } from '../../src/core/settings/index.ts';
import { vmKey } from '../../src/shared/ssh/ssh-state.ts';
import { type DemoAccount, demoAccounts, demoHome, presetSettings } from './demo-data.ts';
import { shellReport } from './messages.ts';
import { IDLE, keyOf, startPlaces } from './story.ts';

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

/** The file in the place of a keychain. */
const credentialsOf = (accounts: readonly DemoAccount[]) => ({
  accounts: accounts.map((account) => {
    const { provider, name, simulator } = account;
    return { provider, name, baseUrl: simulator.baseUrl, apiKey: keyOf(account) };
  }),
});

/** The note of idle VMs, as a GPU Tray that has watched for hours writes it. */
function idleNote(accounts: readonly DemoAccount[], now: number, lowSince: number) {
  const idle = accounts.flatMap(({ id, simulator }) =>
    simulator.control
      .vms()
      .filter(({ instance_label: label }) => label !== null && IDLE.includes(label))
      .map((vm) => vmKey(id, vm.id)),
  );
  const seen = { at: now, lowSince, workedUntil: null, gpu: null };
  return {
    at: now,
    accounts: accounts.map(({ id }) => id),
    idlePercent: 15,
    vms: Object.fromEntries(idle.map((key) => [key, seen])),
  };
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
async function runShell(): Promise<number> {
  // Ctrl-C is for the programs of the shell.
  process.on('SIGINT', () => {});
  const home = await mkdtemp(join(tmpdir(), 'gpu-tray-demo-'));
  const places = await startPlaces();
  let timer: NodeJS.Timeout | undefined;
  try {
    const credentials = join(home, 'credentials.json');
    const env = {
      ...(await demoHome(home, places)),
      APPDATA: join(home, 'AppData'),
      GPU_TRAY_CREDENTIALS_FILE: credentials,
      PATH: [join(home, 'bin'), process.env['PATH']].join(delimiter),
      PS1: 'gpu-tray demo $ ',
      PROMPT: isWindows ? 'gpu-tray demo $G ' : 'gpu-tray demo %# ',
    };
    const folder = userDataFolder(process.platform, env, home);
    const accounts = demoAccounts(places);
    await addCommand(home);
    await presetSettings(folder, { accounts, hasCredential: true, limit: null });
    await writeFile(credentials, JSON.stringify(credentialsOf(accounts)), { mode: 0o600 });
    const lowSince = Date.now() - IDLE_FOR_MS;
    async function writeNote(): Promise<void> {
      const note = idleNote(accounts, Date.now(), lowSince);
      await writeFile(join(folder, 'idle.json'), JSON.stringify(note)).catch(() => {});
    }
    await writeNote();
    timer = setInterval(() => void writeNote(), NOTE_MS);
    process.stdout.write(shellReport(places));
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

// `gpu-tray demo` of the package: bin/gpu-tray.mjs loads the bundle of this file.
try {
  process.exitCode = await runShell();
} catch (error) {
  process.stderr.write(`gpu-tray: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
