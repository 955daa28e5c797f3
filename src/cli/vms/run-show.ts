import { vmsOf } from '../../shared/domain/account-state.ts';
import { mayAnswerLogin, type Vm, vmName } from '../../shared/domain/vm.ts';
import { formatRate, printable } from '../../shared/format/index.ts';
import { type FieldValue, vmFields } from '../../shared/vms/vm-fields.ts';
import type { SourcesRun } from '../accounts/sources.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import * as messages from '../messages.ts';
import { terminalJson } from '../output.ts';
import { candidatesOf, findTypedVm } from '../ssh/find-vm.ts';
import { storedHosts } from '../ssh/host-files.ts';
import { readLogins } from '../ssh/vm-ssh.ts';
import { openUserSsh } from '../user.ts';
import {
  type AccountView,
  accountIssues,
  issueLine,
  reportProblems,
  statusExitCode,
  viewsOf,
} from './account-view.ts';
import { pollOnce } from './read-state.ts';
import { vmJson } from './status-json.ts';

const NAME_WIDTH = 17;

function vmLines(vm: Vm, { name }: AccountView, command: string | null): string[] {
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
    ...(mayAnswerLogin(vm) ? [line(messages.show.login, command)] : []),
    ...vmFields(vm).flatMap(({ title, fields }) => [
      title,
      ...fields.map(([name, value]) => line(name, value)),
    ]),
  ];
}

/** Shows all that is known of a VM. @throws CommandError when there is no such VM or several match */
export async function runShow(run: SourcesRun<'show'>): Promise<ExitCode> {
  const { command, terminal, clock, settings, shell } = run;
  const ssh = await openUserSsh(run);
  const hosts = await storedHosts(ssh);
  const loginOf = await readLogins(ssh, settings.current, shell);
  const app = await pollOnce(run);
  const views = viewsOf(app);
  const exitCode = reportProblems(app, run);
  for (const issue of accountIssues(app, clock.now()))
    if (issue.tone === 'quiet') terminal.error(`${issueLine(issue)}\n`);
  const listed = views.flatMap((view) => candidatesOf(view, vmsOf(view.state), hosts));
  // Without a list, nothing shows that there is no such VM.
  if (listed.length === 0 && views.some(({ state }) => state.vms.value === null))
    return exitCode || EXIT.signedOut;
  const { account: view, vm } = findTypedVm(command.vm, listed, exitCode || EXIT.usage);
  const { id, name, label, provider } = view;
  const login = loginOf(view, vm);
  terminal.out(
    command.json
      ? `${terminalJson({ account: { id, name, label, provider }, vm: vmJson(vm, login) })}\n`
      : `${vmLines(vm, view, login?.command ?? null).join('\n')}\n`,
  );
  return statusExitCode(app, id);
}
