import { withIdleNote } from '../../core/acting/index.ts';
import type { NetworkPorts } from '../../core/providers/index.ts';
import { vmName } from '../../shared/domain/vm.ts';
import { formatRate } from '../../shared/format/index.ts';
import { FIRST_STOP } from '../../shared/operations/operation-texts.ts';
import {
  noLongerIdle,
  type ReviewedVm,
  savingsText,
  stopReview,
  type UnreviewedVm,
} from '../../shared/operations/stop-review.ts';
import { type AppState, allVms, type ListedVm } from '../../shared/state/index.ts';
import { groupVms } from '../../shared/vms/vm-groups.ts';
import { isStillWaste } from '../../shared/vms/waste.ts';
import type { StatusSource } from '../accounts/sources.ts';
import type { CommandOf } from '../arguments.ts';
import { CommandError, EXIT, type ExitCode, worstExitCode } from '../errors.ts';
import { confirmTyped } from '../read-line.ts';
import type { Context } from '../user.ts';
import { problemNotes, statusExitCode } from '../vms/account-view.ts';
import { pollOnce } from '../vms/read-state.ts';
import { stopIdle as messages, operate } from './messages.ts';
import { type OperationRun, runOperation } from './run-operation.ts';

interface StopIdleRun extends Pick<Context, 'terminal' | 'clock' | 'input' | 'prompt' | 'signal'> {
  readonly command: CommandOf<'stop'>;
  readonly sources: readonly StatusSource[];
  readonly network: Pick<NetworkPorts, 'clock' | 'log'>;
  readonly settings: OperationRun['settings'] & { readonly folder: string };
}

type Reviewed = ReviewedVm<ListedVm>;

const nameOf = ({ listed }: Reviewed) => vmName(listed.vm);

function reviewLines(vms: readonly Reviewed[], sentences: (one: Reviewed) => string): string[] {
  return vms.flatMap((one) => {
    const rate = formatRate(one.listed.vm.billed.perHour);
    return [messages.line(nameOf(one), rate, one.text), `  ${sentences(one)}`];
  });
}

const otherLines = (others: readonly UnreviewedVm<ListedVm>[]) =>
  others.flatMap((one) => {
    const page = messages.console(one.listed.account.consoleUrl);
    return reviewLines([one], () => [one.why, page].filter(Boolean).join(' '));
  });

/** Stops a VM if it is still idle or stuck by its record. Its own error is printed. */
async function stop(run: StopIdleRun, app: AppState, one: Reviewed, eraseData: boolean) {
  const { key, accountId, vm, vmId } = one.listed;
  const account = run.sources.find(({ id }) => id === accountId);
  if (account === undefined) return EXIT.usage;
  const name = nameOf(one);
  try {
    return await runOperation({
      ...run,
      command: { ...run.command, vm: name, yes: true, eraseData },
      found: { host: { alias: null, vmId }, vm, account },
      reasonToSpare(read) {
        const facts = { app, accountId, now: run.clock.now() };
        return isStillWaste(facts, read, key) ? null : noLongerIdle(name);
      },
    });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    run.terminal.error(`${error.message}\n`);
    return error.exitCode;
  }
}

/** The VMs that the user agrees to stop. @throws CommandError unless the user confirms */
async function confirmed(run: StopIdleRun, review: readonly Reviewed[]): Promise<void> {
  if (run.command.yes || review.length === 0) return;
  if (!run.input.isTTY) throw new CommandError(EXIT.usage, operate.needsYes('stop'));
  run.prompt(`${reviewLines(review, ({ effects }) => effects.join(' ')).join('\n')}\n`);
  const saves = savingsText(review, false);
  if (saves !== null) run.prompt(`${saves}\n`);
  const isUnproven = review.some(({ listed }) => listed.account.isUnproven);
  const question = operate.question('stop', messages.count(review.length), 'yes');
  for (const text of isUnproven ? ['', `${FIRST_STOP}\n`] : ['']) {
    run.prompt(text);
    if (!(await confirmTyped(question, 'yes', run)))
      throw new CommandError(EXIT.usage, operate.canceled);
  }
}

/** Of the VMs that would lose everything, those whose name is typed. With `--yes` they are refused. */
async function agreedToErase(
  run: StopIdleRun,
  erased: readonly Reviewed[],
): Promise<readonly Reviewed[]> {
  const { command, input, terminal } = run;
  if (command.eraseData) return erased;
  const agreed: Reviewed[] = [];
  for (const one of erased) {
    const name = nameOf(one);
    const isAsked = !command.yes && input.isTTY;
    if (!isAsked) terminal.error(`${operate.needsEraseData(name)}\n`);
    else if (await confirmTyped(operate.question('stop', name, name), name, run)) agreed.push(one);
  }
  return agreed;
}

/** Lists the idle and stuck VMs, asks once, and stops each. */
export async function runStopIdle(run: StopIdleRun): Promise<ExitCode> {
  const { terminal, clock, settings, command } = run;
  const now = clock.now();
  const { app, isKnown } = await withIdleNote(await pollOnce(run), settings.folder, now);
  for (const { line } of problemNotes(app, now)) terminal.error(`${line}\n`);
  if (!isKnown) terminal.error(`${messages.notKnown}\n`);
  const waste = groupVms(allVms(app), app.vmWaste).find(({ name }) => name === 'waste');
  const { stoppable, others } = stopReview(app, waste?.members ?? [], now);
  const left = others.filter(({ step }) => step === 'console');
  const erased = others.filter(({ step }) => step === 'confirm');
  if (waste === undefined) terminal.error(`${messages.none}\n`);
  if (left.length > 0) terminal.error(`${[messages.others, ...otherLines(left)].join('\n')}\n`);
  await confirmed(run, stoppable);
  if (erased.length > 0 && !command.yes) run.prompt(`${otherLines(erased).join('\n')}\n`);
  const agreed = await agreedToErase(run, erased);
  const codes = await Promise.all([
    ...stoppable.map((one) => stop(run, app, one, false)),
    ...agreed.map((one) => stop(run, app, one, true)),
  ]);
  const isRefused = command.yes && agreed.length < erased.length;
  return worstExitCode([statusExitCode(app), ...codes, ...(isRefused ? [EXIT.usage] : [])]);
}
