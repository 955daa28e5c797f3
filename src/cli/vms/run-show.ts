import type { SshHost } from '../../core/ssh/index.ts';
import { vmsOf } from '../../shared/domain/account-state.ts';
import { mayAnswerLogin, type Vm, vmName } from '../../shared/domain/vm.ts';
import { formatRate, printable } from '../../shared/format/index.ts';
import { type FieldValue, vmFields } from '../../shared/vms/vm-fields.ts';
import type { CommandOf } from '../arguments.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import * as messages from '../messages.ts';
import { terminalJson } from '../output.ts';
import { candidatesOf, findTypedVm } from '../ssh/find-vm.ts';
import type { VmSsh, VmSshOf } from '../ssh/vm-ssh.ts';
import {
  type AccountView,
  accountIssues,
  issueLine,
  problemNotes,
  statusExitCode,
  viewsOf,
} from './account-view.ts';
import { pollOnce } from './read-state.ts';
import type { StatusRun } from './render-status.ts';
import { vmJson } from './status-json.ts';

export interface ShowRun extends Pick<StatusRun, 'sources' | 'terminal' | 'network' | 'signal'> {
  readonly command: CommandOf<'show'>;
  /** The VM's host in the SSH files, also while short names are off. */
  readonly hosts: readonly Pick<SshHost, 'accountId' | 'vmId' | 'alias' | 'slug'>[];
  readonly sshOf: VmSshOf;
}

/** Aligned, so that values begin in one column. */
const NAME_WIDTH = 17;

/** One string per line: the account, the cost, the login, and every documented field. */
function vmLines(vm: Vm, { name }: AccountView, ssh: VmSsh): string[] {
  const text = (value: FieldValue | null) => {
    if (value === null) return messages.status.none;
    if (typeof value === 'string') return value;
    return 'iso' in value ? printable(value.iso) : formatRate(value.perHour);
  };
  const line = (name: string, value: FieldValue | null) =>
    `  ${name.padEnd(NAME_WIDTH)}${text(value)}`;
  const billed = vm.billed.perHour;
  return [
    `${vmName(vm)}  ${printable(vm.note ?? vm.status)}`,
    line(messages.show.account, name),
    line(
      messages.show.billed,
      billed === null ? null : formatRate(billed, vm.rates.now?.isAtLeast),
    ),
    ...(mayAnswerLogin(vm) ? [line(messages.show.login, ssh.command)] : []),
    ...vmFields(vm).flatMap(({ title, fields }) => [
      title,
      ...fields.map(([name, value]) => line(name, value)),
    ]),
  ];
}

/** Shows all that is known of a VM. @throws CommandError when there is no such VM or several match */
export async function runShow(run: ShowRun): Promise<ExitCode> {
  const { command, hosts, sshOf, terminal, network } = run;
  const app = await pollOnce(run);
  const views = viewsOf(app);
  const now = network.clock.now();
  const limits = accountIssues(app, now).filter(({ tone }) => tone === 'quiet');
  for (const line of [...problemNotes(app, now).map((note) => note.line), ...limits.map(issueLine)])
    terminal.error(`${line}\n`);
  const exitCode = statusExitCode(app);
  const listed = views.flatMap((view) => candidatesOf(view, vmsOf(view.state), hosts));
  // Without a list, nothing shows that there is no such VM.
  if (listed.length === 0 && views.some(({ state }) => state.vms.value === null))
    return exitCode || EXIT.signedOut;
  const { account: view, vm } = findTypedVm(
    command.vm,
    listed,
    (typed) => new CommandError(exitCode || EXIT.usage, messages.ssh.noSuchVm(typed)),
  );
  const { id, name, label, provider } = view;
  const ssh = sshOf(view, vm);
  terminal.out(
    command.json
      ? `${terminalJson({ account: { id, name, label, provider }, vm: vmJson(vm, ssh) })}\n`
      : `${vmLines(vm, view, ssh).join('\n')}\n`,
  );
  return statusExitCode(app, id);
}
