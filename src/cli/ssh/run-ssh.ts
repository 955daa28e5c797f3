import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { unlessAborted } from '../../core/clock.ts';
import {
  commandLine,
  explainKey,
  loginCommand,
  quoteFor,
  type Shell,
  type Ssh,
  type SshHost,
  sshArguments,
  Unquotable,
} from '../../core/ssh/index.ts';
import { SHELL_ONLY } from '../../shared/ssh/shell-only.ts';
import { withSources } from '../accounts/sources.ts';
import { CommandError, EXIT, refuse } from '../errors.ts';
import * as messages from '../messages.ts';
import { type CommandOf, type Context, openUserSsh } from '../user.ts';
import { loginOf, noAddress } from './find-login.ts';

/** The login command as one line for the given shell. @throws CommandError when the command cannot be quoted */
export async function loginLine(ssh: Ssh, host: SshHost, shell: Shell): Promise<string> {
  try {
    const command = loginCommand(host, await ssh.setup());
    if (command === null) throw noAddress(host);
    return quoteFor(shell, command);
  } catch (error) {
    if (!(error instanceof Unquotable)) throw error;
    refuse(messages.ssh.unquotable(error.message));
  }
}

export function requireSsh({ program }: Ssh): string {
  const path = program();
  if (path !== null) return path;
  throw new CommandError(EXIT.noLogin, messages.ssh.notInstalled);
}

/** Returns the exit code of ssh; 128 plus the signal's number when a signal ended it. @throws CommandError when ssh cannot start */
export function spawnSsh(program: string, args: readonly string[]): Promise<number> {
  const ignore = () => {};
  const forward = (signal: NodeJS.Signals) => void child.kill(signal);
  const listeners = [
    // The terminal sends these to ssh as well, which handles them or passes them on to the VM.
    ['SIGINT', ignore],
    ['SIGQUIT', ignore],
    ['SIGTERM', forward],
    ['SIGHUP', forward],
  ] as const;
  // Before the spawn: a signal in between would end this process and leave ssh on the terminal.
  for (const [signal, listener] of listeners) process.on(signal, listener);
  const child = spawn(program, args, { stdio: 'inherit' });
  return new Promise<number>((resolve, reject) => {
    child.once('error', ({ message }) => {
      reject(new CommandError(EXIT.noLogin, messages.ssh.failedToStart(program, message)));
    });
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  }).finally(() => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  });
}

interface SshRun extends Context {
  readonly ssh: Ssh;
}

/** After ssh's own message: both fingerprints and the next step when the host key changed, else nothing. */
async function explainChangedKey({ ssh, shell, terminal, signal }: SshRun, host: SshHost) {
  if (signal.aborted) return;
  const comparison = await ssh.knownHosts.compareHostKey(host);
  if (comparison.state !== 'changed') return;
  const { what, advice } = explainKey(host.alias, comparison);
  const removal = ssh.knownHosts.removalCommand(host);
  // A person reads the line before running it.
  const line = commandLine(shell, removal) ?? quoteFor('posix', removal);
  terminal.error(`\n${what}\n${advice}\n  ${line}\n`);
}

/** Logs in on this terminal, and explains a refused host key. @returns ssh's exit code */
export async function logIn(run: SshRun, host: SshHost): Promise<number> {
  const args = sshArguments(host, await run.ssh.setup());
  if (args === null) throw noAddress(host);
  const { isShellOnly, alias } = host;
  if (isShellOnly) run.terminal.error(`${SHELL_ONLY}\n`);
  const exitCode = await spawnSsh(requireSsh(run.ssh), args);
  if (exitCode === EXIT.noLogin && isShellOnly)
    run.terminal.error(`${messages.ssh.noServer(alias)}\n`);
  if (exitCode === EXIT.noLogin)
    // The check takes seconds, and Ctrl-C skips it.
    await unlessAborted(explainChangedKey(run, host), run.signal).catch((error: unknown) => {
      if (!run.signal.aborted) throw error;
    });
  return exitCode;
}

/** @returns ssh's exit code */
export async function runSsh({ vm, print }: CommandOf<'ssh'>, context: Context): Promise<number> {
  const ssh = await openUserSsh(context);
  if (!print) requireSsh(ssh);
  // The keychain is closed and a refreshed session stored before the login, which may last for hours.
  const host = await withSources(null, context, (sources) =>
    loginOf({ ...context, typed: vm, ssh, sources }),
  );
  if (!print) return logIn({ ...context, ssh }, host);
  context.terminal.out(`${await loginLine(ssh, host, context.shell)}\n`);
  return EXIT.fresh;
}
