import type { Accounts, NetworkPorts } from '../../core/accounts/index.ts';
import type { Settings } from '../../core/settings/index.ts';
import {
  explainKey,
  isThere,
  quoteFor,
  type Shell,
  type Ssh,
  type SshHost,
  sshArguments,
  sshLoginsOf,
  sshVmsOf,
  vmTemplatesOf,
} from '../../core/ssh/index.ts';
import { accountProblem } from '../../shared/domain/index.ts';
import { printable } from '../../shared/format/index.ts';
import type { SshCommand } from '../arguments.ts';
import { clientsSettled } from '../clients-settled.ts';
import { CommandError, problemLine } from '../command-error.ts';
import { EXIT } from '../exit-code.ts';
import { nobodySignedIn } from '../nobody-signed-in.ts';
import type { Terminal } from '../terminal.ts';
import { type SeenAccount, seeAccounts } from './account-vms.ts';
import { findHost } from './find-host.ts';
import { logIn, SSH_FAILED } from './log-in.ts';

export interface SshRun {
  readonly command: SshCommand;
  readonly ssh: Ssh;
  readonly accounts: Accounts;
  readonly settings: Settings;
  readonly shell: Shell;
  readonly terminal: Terminal;
  readonly network: Pick<NetworkPorts, 'clock'>;
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal;
}

/** Brings ssh's files up to date with what the service says now, as the app does. */
function updateHosts(
  { ssh, settings }: SshRun,
  seen: readonly SeenAccount[],
): Promise<readonly SshHost[]> {
  const listed = seen.map(({ id, baseUrl, state }) => {
    const vms = state.vms.value?.vms ?? [];
    return { id, baseUrl, vms };
  });
  const gone = listed.flatMap(({ id, vms }) =>
    vms.filter((vm) => !isThere(vm)).map((vm) => ({ accountId: id, vmId: vm.id })),
  );
  return ssh.hosts.update({
    vms: sshVmsOf(listed, {
      logins: sshLoginsOf(settings),
      templates: vmTemplatesOf(settings),
    }),
    gone,
    accountIds: listed.map(({ id }) => id),
  });
}

/** One sentence for each account that could not be asked: what is known of its VMs may be old. */
function complain(seen: readonly SeenAccount[], terminal: Terminal): void {
  for (const { label, state } of seen) {
    const problem = accountProblem(state);
    if (problem !== null) terminal.error(`${printable(label)}: ${problemLine(problem)}\n`);
  }
}

async function explain(run: SshRun, host: SshHost): Promise<void> {
  const comparison = await run.ssh.knownHosts.compareHostKey(host);
  if (comparison.state !== 'changed') return;
  const { what, advice } = explainKey(host.alias, comparison);
  const removal = quoteFor(run.shell, run.ssh.knownHosts.removalCommand(host));
  run.terminal.error(`\n${what}\n${advice}\n  ${removal}\n`);
}

/**
 * Logs in to a VM by its alias on this terminal, or prints the command that does.
 * @returns 0 for a printed command, else what ssh ended with
 * @throws CommandError
 */
export async function runSsh(run: SshRun): Promise<number> {
  const { command, ssh, terminal } = run;
  const seen = await seeAccounts(run.accounts, run.signal);
  await clientsSettled(
    seen.map(({ client }) => client),
    run.network.clock,
  );
  if (seen.length === 0) throw nobodySignedIn();
  complain(seen, terminal);
  const { host } = findHost(command.alias, await updateHosts(run, seen), seen);
  const words = sshArguments(host, ssh.setup()) ?? [];
  if (command.print) {
    terminal.out(`${quoteFor(run.shell, ['ssh', ...words])}\n`);
    return EXIT.fresh;
  }
  if (ssh.tools.ssh === null)
    throw new CommandError(EXIT.defect, 'There is no ssh on this computer; install OpenSSH.');
  const exitCode = await logIn(ssh.tools.ssh, words);
  if (exitCode === SSH_FAILED) await explain(run, host);
  return exitCode;
}
