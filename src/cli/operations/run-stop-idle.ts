import { withIdleNote } from '../../core/acting/index.ts';
import { ownerName } from '../../shared/accounts/index.ts';
import { vmName } from '../../shared/domain/vm.ts';
import { counted, formatRate } from '../../shared/format/index.ts';
import { FIRST_STOP } from '../../shared/operations/operation-texts.ts';
import type { AppState } from '../../shared/state/index.ts';
import {
  noLongerIdle,
  type ReviewedVm,
  savingsText,
  stopReview,
} from '../../shared/state/stop-review.ts';
import { isStillWaste } from '../../shared/vms/waste.ts';
import { type SourcesRun, withSources } from '../accounts/sources.ts';
import { CommandError, EXIT, type ExitCode, refuse, worstExitCode } from '../errors.ts';
import { confirmTyped, requireTyped } from '../read-line.ts';
import type { CommandOf, Context } from '../user.ts';
import { reportProblems } from '../vms/account-view.ts';
import { pollOnce } from '../vms/read-state.ts';
import { stopIdle as messages, operate } from './messages.ts';
import { readGivenAccount, runOperation } from './run-operation.ts';

type StopIdleRun = SourcesRun<'stop'>;

function reviewLines<T extends ReviewedVm>(
  { sources }: StopIdleRun,
  vms: readonly T[],
  sentences = ({ effects }: T) => effects.join(' '),
): string[] {
  return vms.flatMap((one) => {
    const owner = ownerName(sources, one.accountId);
    const name = owner === null ? vmName(one.vm) : `${vmName(one.vm)} (${owner})`;
    return [
      messages.line(name, formatRate(one.vm.billed.perHour), one.text),
      `  ${sentences(one)}`,
    ];
  });
}

/** Stops a VM if the record still shows it idle or stuck. A VM's error is printed. */
async function stop(run: StopIdleRun, app: AppState, one: ReviewedVm, eraseData: boolean) {
  const { key, accountId, vm, vmId } = one;
  const account = run.sources.find(({ id }) => id === accountId);
  if (account === undefined) return EXIT.usage;
  const name = vmName(one.vm);
  let isSpared = false;
  try {
    return await runOperation({
      ...run,
      command: { ...run.command, vm: name, yes: true, eraseData },
      found: { alias: null, vmId, vm, account },
      reasonToSpare(read) {
        const facts = { app, accountId, now: run.clock.now() };
        isSpared = !isStillWaste(facts, read, key);
        return isSpared ? noLongerIdle(name) : null;
      },
    });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    run.terminal.error(`${error.message}\n`);
    return isSpared ? EXIT.fresh : error.exitCode;
  }
}

/** The VMs that the user agrees to stop. @throws CommandError unless the user confirms */
async function confirmed(run: StopIdleRun, review: readonly ReviewedVm[]): Promise<void> {
  if (run.command.yes || review.length === 0) return;
  if (!run.input.isTTY) refuse(operate.needsYes('stop'));
  run.prompt(`${reviewLines(run, review).join('\n')}\n`);
  const saves = savingsText(review);
  if (saves !== null) run.prompt(`${saves}\n`);
  const isUnproven = review.some(({ account }) => account.keys.isUnproven);
  const question = operate.question('stop', counted(review.length, 'VM'), 'yes');
  await requireTyped(question, 'yes', run);
  if (!isUnproven) return;
  run.prompt(`${FIRST_STOP}\n`);
  await requireTyped(question, 'yes', run);
}

/** VMs that would lose everything and whose name the user typed; none where nothing can be asked. @throws CommandError on Ctrl-C */
async function agreedToErase(
  run: StopIdleRun,
  erased: readonly ReviewedVm[],
): Promise<readonly ReviewedVm[]> {
  const { command, input, terminal } = run;
  if (command.eraseData) return erased;
  const agreed: ReviewedVm[] = [];
  for (const one of erased) {
    const name = vmName(one.vm);
    if (command.yes || !input.isTTY) {
      terminal.error(`${operate.needsEraseData(name)}\n`);
      continue;
    }
    run.prompt(`${reviewLines(run, [one]).join('\n')}\n`);
    if (await confirmTyped(operate.question('stop', name, name), name, run)) agreed.push(one);
  }
  return agreed;
}

export async function runStopIdle(command: CommandOf<'stop'>, context: Context): Promise<ExitCode> {
  const given = await readGivenAccount(command, context);
  return withSources(given, context, (sources) => stopIdle({ ...context, command, sources }));
}

export async function stopIdle(run: StopIdleRun): Promise<ExitCode> {
  const { terminal, clock, settings } = run;
  const now = clock.now();
  const polled = await pollOnce(run);
  const { app, isKnown } = await withIdleNote(polled, settings.folder, now);
  const exitCode = reportProblems(app, run);
  if (!isKnown) terminal.error(`${messages.notKnown}\n`);
  const { stoppable, others } = stopReview(app, now);
  const left = others.filter(({ step }) => step === 'console');
  const erased = others.filter(({ step }) => step === 'confirm');
  if (stoppable.length + others.length === 0) terminal.error(`${messages.none}\n`);
  const leftLines = reviewLines(run, left, ({ why, account }) =>
    [why, messages.console(account.consoleUrl)].filter(Boolean).join(' '),
  );
  if (left.length > 0) terminal.error(`${[messages.others, ...leftLines].join('\n')}\n`);
  await confirmed(run, stoppable);
  const agreed = await agreedToErase(run, erased);
  // The questions may have waited for long.
  const { app: latest } = await withIdleNote(polled, settings.folder, clock.now());
  const codes = await Promise.all([
    ...stoppable.map((one) => stop(run, latest, one, false)),
    ...agreed.map((one) => stop(run, latest, one, true)),
  ]);
  const isLeft = agreed.length < erased.length;
  return worstExitCode([exitCode, ...codes, ...(isLeft ? [EXIT.usage] : [])]);
}
