import {
  explainKey,
  quoteFor,
  type Shell,
  type Ssh,
  type SshHost,
  sshArguments,
  Unquotable,
} from '../../core/ssh/index.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { unlessInterrupted } from '../unless-interrupted.ts';
import { noAddress } from './check-vm.ts';
import type { FoundLogin } from './find-login.ts';
import { logIn } from './log-in.ts';

/** The words after `ssh`. */
function wordsFor(ssh: Ssh, { host, isWritten }: FoundLogin): readonly string[] {
  const setup = ssh.setup();
  const words = sshArguments(host, { ...setup, isIncluded: setup.isIncluded && isWritten });
  if (words === null) throw noAddress(host, null);
  return words;
}

/** The command that logs in, as one line for that shell. @throws CommandError where the shell cannot be given it */
export function loginLine(ssh: Ssh, found: FoundLogin, shell: Shell): string {
  try {
    return quoteFor(shell, ['ssh', ...wordsFor(ssh, found)]);
  } catch (error) {
    if (!(error instanceof Unquotable)) throw error;
    throw new CommandError(
      EXIT.usage,
      `${error.message} Change the SSH login in the settings, or log in without --print.`,
    );
  }
}

/** The program itself. @throws CommandError where there is none */
export function requireSsh({ tools }: Ssh): string {
  if (tools.ssh !== null) return tools.ssh;
  throw new CommandError(EXIT.noLogin, 'There is no ssh on this computer; install OpenSSH.');
}

/** What a login takes. `shell` is the one that the line for removing a stored host key is quoted for. */
export interface SshRun {
  readonly ssh: Ssh;
  readonly shell: Shell;
  readonly terminal: Terminal;
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal;
}

/** For a person who reads it before they run it: quoted in the one way that can say everything, if need be. */
function removalLine({ knownHosts }: Ssh, host: SshHost, shell: Shell): string {
  const command = knownHosts.removalCommand(host);
  try {
    return quoteFor(shell, command);
  } catch (error) {
    if (!(error instanceof Unquotable)) throw error;
    return quoteFor('posix', command);
  }
}

/** ssh has said already that it refuses; this says with which keys, and how to go on. Silent when it was something else. */
async function explain({ ssh, shell, terminal, signal }: SshRun, host: SshHost): Promise<void> {
  if (signal.aborted) return;
  const comparison = await ssh.knownHosts.compareHostKey(host);
  if (comparison.state !== 'changed') return;
  const { what, advice } = explainKey(host.alias, comparison);
  terminal.error(`\n${what}\n${advice}\n  ${removalLine(ssh, host, shell)}\n`);
}

/** Logs in on this terminal, and explains a host key that ssh has refused. @returns what ssh ended with */
export async function runSsh(run: SshRun, found: FoundLogin): Promise<number> {
  const exitCode = await logIn(requireSsh(run.ssh), wordsFor(run.ssh, found));
  if (exitCode === EXIT.noLogin)
    // Asking the VM takes seconds; whoever does not want to wait for it has been told enough.
    await unlessInterrupted(explain(run, found.host), run.signal).catch((error: unknown) => {
      if (!run.signal.aborted) throw error;
    });
  return exitCode;
}
