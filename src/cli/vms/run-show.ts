import type { SshHost } from '../../core/ssh/index.ts';
import { vmKey } from '../../shared/ssh/index.ts';
import type { CommandOf } from '../arguments.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import * as messages from '../messages.ts';
import { terminalJson } from '../output.ts';
import { onlyVm } from '../ssh/match-vm.ts';
import type { VmSshOf } from '../ssh/vm-ssh.ts';
import { limitLine, problemNotes, statusExitCode } from './account-view.ts';
import type { StatusRun } from './render-status.ts';
import { readView } from './run-status.ts';
import { vmJson } from './status-json.ts';
import { vmLines } from './vm-lines.ts';

export interface ShowRun extends Pick<StatusRun, 'sources' | 'terminal' | 'network' | 'signal'> {
  readonly command: CommandOf<'show'>;
  /** Of the SSH files, also while short names are off. */
  readonly hosts: readonly Pick<SshHost, 'accountId' | 'vmId' | 'alias'>[];
  readonly sshOf: VmSshOf;
  readonly currency: string;
}

/** Shows all that is known of a VM. @throws CommandError when there is no such VM or several match */
export async function runShow(run: ShowRun): Promise<ExitCode> {
  const { command, sources, hosts, sshOf, currency, terminal, signal, network } = run;
  const views = await Promise.all(sources.map((source) => readView(source, run)));
  signal.throwIfAborted();
  const now = network.clock.now();
  const limits = views.flatMap((view) => limitLine(view, now) ?? []);
  for (const line of [...problemNotes(views, now).map((note) => note.line), ...limits])
    terminal.error(`${line}\n`);
  if (views.length === 0) throw new CommandError(EXIT.signedOut, messages.account.signInOrPass);
  const exitCode = statusExitCode(views);
  const aliases = new Map(hosts.map((host) => [vmKey(host.accountId, host.vmId), host.alias]));
  // A VM that several accounts list is one VM.
  const listed = new Map(
    views.toReversed().flatMap((view) =>
      (view.state.vms.value?.vms ?? []).map((vm) => {
        const alias = aliases.get(vmKey(view.id, vm.id)) ?? null;
        return [`${view.baseUrl} ${vm.id}`, { view, vm, alias }];
      }),
    ),
  );
  const { view, vm } = onlyVm(command.vm, [...listed.values()], exitCode || EXIT.usage);
  const { id, label, state } = view;
  const ssh = sshOf(view, vm);
  terminal.out(
    command.json
      ? `${terminalJson({ account: { id, label }, vm: vmJson(vm, state.spend.value, ssh) })}\n`
      : `${vmLines({ vm, account: label, spend: state.spend.value, ssh }, currency).join('\n')}\n`,
  );
  return statusExitCode([view]);
}
